"""The oracle of the tests: Algorithm X in plain Python, kept so short that it can be seen to be right.

Knuth, The Art of Computer Programming 7.2.2.1, generalised to bounds and rows. A node has some options chosen,
some open and the others given up. Some item that still has to be covered must be covered by one of its open options:
by the first, or not by the first but by the second, and so on; so no selection is missed and none comes twice. Where no
item is left to cover, the chosen options are a selection if the rows hold, and any open option may come next.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tilemodel.backends._sums import gains
from tilemodel.backends.base import Accepts, Backend, NoOptions
from tilemodel.backends.search import Batch, Limits, Search, StopReason
from tilemodel.instance import Instance, Selection

_SLICE = 0.05  # seconds between two looks at limits and signals


class _Node(NamedTuple):
    chosen: Selection  # in the order of choosing
    covered: Sequence[int]  # how often each item is covered
    open: Sequence[int]  # options that may still be chosen, ascending


class ReferenceSearch(Search):
    """A depth-first walk over the nodes, in a fixed order."""

    def __init__(self, instance: Instance, limits: Limits):
        super().__init__(limits)
        self._items = instance.items
        self._members = [frozenset(instance.option(k)) for k in range(instance.option_count)]
        self._rows = [(dict(zip(r.options, r.coefficients, strict=True)), r.lo, r.hi) for r in instance.rows]
        self._worth = dict(enumerate(gains(instance.goal))) if instance.goal else None
        self._best: int | None = None
        usable = [k for k, covers in enumerate(self._members) if all(self._items[i].hi != 0 for i in covers)]
        self._path: list[Iterator[_Node]] = [iter([_Node((), [0] * len(instance.items), usable)])]

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        found: list[Selection] = []
        pause = time.monotonic() + _SLICE
        while self._path and len(found) < most and time.monotonic() < pause:
            node = next(self._path[-1], None)
            if node is None:
                self._path.pop()
            elif self._promising(node):
                self.statistics.nodes += 1
                if self._is_selection(node):
                    found.append(tuple(sorted(node.chosen)))
                self._path.append(self._children(node))
        return Batch.of(found), None if self._path else StopReason.EXHAUSTED

    def _children(self, node: _Node) -> Iterator[_Node]:
        candidates = node.open
        if short := self._short_items(node):
            candidates = min(([k for k in node.open if i in self._members[k]] for i in short), key=len)
        given_up: set[int] = set()
        for option in candidates:
            given_up.add(option)
            covered = [n + (i in self._members[option]) for i, n in enumerate(node.covered)]
            full = {i for i, n in enumerate(covered) if n == self._items[i].hi}
            left = [k for k in node.open if k not in given_up and full.isdisjoint(self._members[k])]
            yield _Node((*node.chosen, option), covered, left)

    def _short_items(self, node: _Node) -> list[int]:
        return [i for i, item in enumerate(self._items) if node.covered[i] < item.lo]

    def _promising(self, node: _Node) -> bool:
        """Whether each row can still hold and, with a goal, a better selection be reached."""
        for coefficients, lo, hi in self._rows:
            least, most = _reach(coefficients, node)
            if (lo is not None and most < lo) or (hi is not None and least > hi):
                return False
        return self._worth is None or self._best is None or _reach(self._worth, node)[1] > self._best

    def _is_selection(self, node: _Node) -> bool:
        """Whether the chosen options are a selection, and, with a goal, one better than all before."""
        here = node._replace(open=())
        if self._short_items(node) or not self._promising(here):
            return False
        if self._worth is not None:
            self._best = sum(self._worth[k] for k in node.chosen)
        return True


def _reach(coefficients: dict[int, int], node: _Node) -> tuple[int, int]:
    """The least and the greatest value that a form may take below a node."""
    fixed = sum(coefficients.get(k, 0) for k in node.chosen)
    ahead = [coefficients.get(k, 0) for k in node.open]
    return fixed + sum(c for c in ahead if c < 0), fixed + sum(c for c in ahead if c > 0)


class ReferenceBackend(Backend):
    """Takes everything, slowly."""

    name = "reference"
    accepts = Accepts(rows=True, goal=True)

    def is_yardstick(self, options: Any) -> bool:
        return True

    def _start(self, instance: Instance, limits: Limits, options: NoOptions) -> Search:
        return ReferenceSearch(instance, limits)


BACKEND = ReferenceBackend()

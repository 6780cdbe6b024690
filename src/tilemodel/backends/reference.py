"""The reference: Algorithm X in plain Python, the oracle of the tests. Slow, and short enough to be seen to be right.

Knuth's Algorithm X (TAOCP 7.2.2.1) with bounds on the items and linear rows: take an item that still must be covered
and has the fewest live options, try each of them and, behind it, live without it. Where nothing must be covered any
more, the options that are left are decided one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilemodel.backends.base import NONE_FOUND, Accepts, Backend, Batch, Limits, Search, StopReason
from tilemodel.instance import Instance, Selection

_NODES_A_SLICE = 200


class ReferenceSearch(Search):
    """Runs the generator below in slices of nodes."""

    def __init__(self, instance: Instance, limits: Limits):
        super().__init__(limits)
        self._events = _algorithm_x(instance)

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        found: list[Selection] = []
        for _ in range(_NODES_A_SLICE):
            selection = next(self._events, StopReason.EXHAUSTED)
            self.statistics.nodes += 1
            if selection is StopReason.EXHAUSTED:
                return Batch.of(found) if found else NONE_FOUND, StopReason.EXHAUSTED
            if isinstance(selection, tuple):
                found.append(selection)
                if len(found) == most:
                    break
        return Batch.of(found) if found else NONE_FOUND, None

    def _close(self) -> None:
        self._events.close()


def _algorithm_x(instance: Instance) -> Iterator[Any]:
    """Yields None at every node and each selection once.

    A state is the options taken and the options still live (undecided and not in conflict). Each node decides one
    option: first with it, then without it, so that no selection is met twice.
    """
    items, rows = instance.items, instance.rows
    covers = [tuple(instance.option(k)) for k in range(instance.option_count)]
    forms = [(dict(zip(r.options, r.coefficients, strict=True)), r.lo, r.hi) for r in rows]
    stack: list[tuple[tuple[int, ...], frozenset[int]]] = [((), frozenset(range(instance.option_count)))]
    while stack:
        taken, live = stack.pop()
        yield None
        used = [0] * len(items)
        for k in taken:
            for i in covers[k]:
                used[i] += 1
        if any(item.hi is not None and n > item.hi for n, item in zip(used, items, strict=True)):
            continue
        full = {i for i, item in enumerate(items) if used[i] == item.hi}
        live = frozenset(k for k in live if full.isdisjoint(covers[k]))
        left: dict[int, list[int]] = {i: [] for i, item in enumerate(items) if used[i] < item.lo}
        for k in live:
            for i in covers[k]:
                if i in left:
                    left[i].append(k)
        if any(used[i] + len(options) < items[i].lo for i, options in left.items()):
            continue
        if any(not _reachable(form, lo, hi, taken, live) for form, lo, hi in forms):
            continue
        if not left and not live:
            yield tuple(sorted(taken))
            continue
        choice = min(min(left.values(), key=len) if left else live)
        stack.append((taken, live - {choice}))
        stack.append(((*taken, choice), live - {choice}))


def _reachable(form: dict[int, int], lo: int | None, hi: int | None, taken: Any, live: Any) -> bool:
    """Whether the live options can still bring the row between its bounds."""
    total = sum(form.get(k, 0) for k in taken)
    rest = [form[k] for k in live if k in form]
    most, least = total + sum(c for c in rest if c > 0), total + sum(c for c in rest if c < 0)
    return (lo is None or most >= lo) and (hi is None or least <= hi)


class ReferenceBackend(Backend):
    """Algorithm X in plain Python."""

    name = "reference"
    accepts = Accepts(rows=True)

    def _start(self, instance: Instance, limits: Limits, options: Any) -> Search:
        return ReferenceSearch(instance, limits)


BACKEND = ReferenceBackend()

"""An instance cut into disjoint sub-instances, as many as are asked for.

What :meth:`~tilemodel.instance.Instance.split` does, again and again on the largest part; but a part is only a set of
options, one bit each, until somebody searches it. So cutting off hundreds costs next to nothing, and each is made into
an instance by the worker that takes it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any

from tilemodel.backends.base import Backend, Begin
from tilemodel.backends.search import Limits, Search
from tilemodel.instance import Instance


@dataclass(frozen=True)
class Part:
    """The selections of an instance within the options ``keep`` (bit k for option k) that cover the items ``must``.

    ``path`` tells which branch it is of which: the order of the paths is the order of the parts. ``share`` is how much
    of the whole work is thought to be in it, 0 to 1. ``times`` is how often its selections count where it stands for
    others that are alike, see :mod:`~tilemodel.parallel.alike`.
    """

    keep: int
    must: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    share: float = 1.0
    times: int = 1

    def options(self) -> list[int]:
        """The options that it keeps, ascending."""
        return bits(self.keep)

    def instance(self, whole: Instance) -> Instance:
        """It as an instance, its options renumbered in the order of :meth:`options`."""
        return whole.restrict(self.options(), [(i, replace(whole.items[i], lo=1)) for i in self.must])

    def search(self, backend: Backend, whole: Instance, limits: Limits, options: Any) -> Search:
        """Begin to search it."""
        return backend.search(self.instance(whole), limits, options)


@dataclass(frozen=True)
class Share:
    """One of the searches into which a backend has divided its work by itself (:meth:`Backend.divide`)."""

    begin: Begin
    share: float

    def options(self) -> None:
        """None: its options are those of the whole."""

    def search(self, backend: Backend, whole: Instance, limits: Limits, options: Any) -> Search:
        """Begin it, whatever it was divided from."""
        return self.begin(limits)


Portion = Part | Share


def cut(instance: Instance, number: int, *, along_scan: bool, begin: Sequence[Part] = ()) -> list[Part]:
    """Disjoint parts whose selections together are those of the instance, in order: about ``number`` of them.

    Or those of the parts to ``begin`` with; what is cut off one counts as often as it.

    They are a few more where the last cut gives several, fewer where nothing is left to cut (only items that may be
    covered at most once are cut at), and none where it is plain that the instance has no selection.

    The largest part is cut next, at the item with the fewest ways to go on, as searches by the smallest domain do; or,
    ``along_scan``, at its first cell that is undecided: then a backtracker along the board does in all parts together
    just what it does alone.
    """
    cutter = _Cutter(instance, along_scan)
    hopeful = filter(cutter.possible, begin or [Part((1 << instance.option_count) - 1)])
    waiting = [(-part.keep.bit_count(), part.path, part) for part in hopeful]  # by size, largest first
    heapq.heapify(waiting)
    finished: list[Part] = []
    while waiting and len(waiting) + len(finished) < number:
        _, _, part = heapq.heappop(waiting)
        item = cutter.where(part)
        if item is None:
            finished.append(part)
            continue
        for piece in _grouped(list(cutter.branches(part, item)), number - len(waiting) - len(finished)):
            heapq.heappush(waiting, (-piece.keep.bit_count(), piece.path, piece))
    return cutter.with_shares(sorted(finished + [part for *_, part in waiting], key=lambda part: part.path))


def _grouped(branches: list[Part], number: int) -> Iterator[Part]:
    """Branches of one part, some of them together where they are far more than are wanted: making each costs time."""
    size = max(1, len(branches) // max(number, 1))
    for begin in range(0, len(branches), size):
        for must, some in groupby(branches[begin : begin + size], lambda branch: branch.must):
            first, *others = some
            yield replace(first, keep=reduce(or_, (branch.keep for branch in others), first.keep), must=must)


class _Cutter:
    def __init__(self, instance: Instance, along_scan: bool):
        self._instance = instance
        self._covering = [mask(options) for options in instance.options_of]
        self._once = [i for i, item in enumerate(instance.items) if item.hi == 1]
        self._along_scan = along_scan
        self._candidates = [i for i in self._once if not along_scan or i < instance.cell_count] or self._once

    def possible(self, part: Part) -> bool:
        """Whether every item has as many options left as it needs."""
        return all(
            (part.keep & covering).bit_count() >= item.lo
            for item, covering in zip(self._instance.items, self._covering, strict=True)
            if item.lo
        )

    def where(self, part: Part) -> int | None:
        """The item to cut a part at, or None where every one has a single way to go on."""
        best, fewest = None, 0
        for i in self._candidates:
            optional = self._instance.items[i].lo == 0 and i not in part.must
            ways = (part.keep & self._covering[i]).bit_count() + optional
            if ways > 1 and (best is None or ways < fewest):
                best, fewest = i, ways
                if self._along_scan:
                    break
        return best

    def branches(self, part: Part, item: int) -> Iterator[Part]:
        """A part for each option of the item, then one where it is not covered, if that may be."""
        optional = self._instance.items[item].lo == 0
        must = (*part.must, item) if optional else part.must
        options = bits(part.keep & self._covering[item])
        for branch, k in enumerate(options):
            keep = part.keep
            for i in self._instance.option(k):
                if self._instance.items[i].hi == 1:
                    keep &= ~self._covering[i]
            piece = replace(part, keep=keep | 1 << k, must=must, path=(*part.path, branch))
            if self.possible(piece):
                yield piece
        if optional:
            piece = replace(part, keep=part.keep & ~self._covering[item], path=(*part.path, len(options)))
            if self.possible(piece):
                yield piece

    def with_shares(self, parts: list[Part]) -> list[Part]:
        """The parts with their shares of the work: it grows as the number of options to the power of the depth."""
        sizes = [part.keep.bit_count() for part in parts]
        largest = max(sizes, default=0) or 1
        work = [(size / largest) ** self._depth() for size in sizes]
        total = sum(work) or 1.0
        return [replace(part, share=one / total) for part, one in zip(parts, work, strict=True)]

    def _depth(self) -> float:
        """About how many options a selection has."""
        exact = {i for i in self._once if self._instance.items[i].lo == 1}
        covered = sum(i in exact for i in self._instance.members)
        return len(exact) * self._instance.option_count / covered if covered else 1.0


def mask(options: list[int]) -> int:
    """The set of options as bits."""
    if not options:
        return 0
    digits = bytearray(options[-1] // 8 + 1)
    for k in options:
        digits[k >> 3] |= 1 << (k & 7)
    return int.from_bytes(digits, "little")


def bits(mask: int) -> list[int]:
    """The options of a set of bits, ascending."""
    digits = f"{mask:b}"[::-1]
    found, k = [], digits.find("1")
    while k >= 0:
        found.append(k)
        k = digits.find("1", k + 1)
    return found

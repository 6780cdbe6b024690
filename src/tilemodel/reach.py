"""Which totals a choice of pieces can add up to: subset sums in two colours at once.

A state is how many cells of the first and of the second colour are covered so far. The set of all states reached is
one long integer, a bit for each state, so that adding a piece is a shift and an OR.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

Counts = tuple[int, int]
"""Cells of the first and of the second colour."""

_MOST_STATES = 200_000_000
_MOST_WORK = 10_000_000_000  # states looked at, over all shifts: about a second


@dataclass(frozen=True)
class ReachableCounts:
    """A set of counts; ``bits`` has a bit for each, in rows of ``stride``."""

    bits: int
    stride: int

    def __contains__(self, counts: Counts) -> bool:
        return self.meets(counts, counts)

    def meets(self, least: Counts, most: Counts) -> bool:
        """Whether it has any counts between these two, in both colours."""
        row = ((1 << (most[1] - least[1] + 1)) - 1) << least[1]
        return any(self.bits >> (first * self.stride) & row for first in range(least[0], most[0] + 1))


def reachable_counts(
    footprints: Sequence[Collection[Counts]], copies: Sequence[tuple[int, int | None]], most: Counts
) -> ReachableCounts | None:
    """The totals up to ``most`` of all choices: each piece as often as ``copies`` allows (None: no upper end), each
    copy with one of the piece's ``footprints``. None where finding out would take too long.
    """
    states = (most[0] + 1) * (most[1] + 1)
    if states > _MOST_STATES:
        return None
    grid = _Grid(most)
    work, bits = 0, 1
    for marks, (lo, hi) in zip(footprints, copies, strict=True):
        room = sum(most) // min(map(sum, marks)) if marks else 0
        if lo > room:
            return ReachableCounts(0, grid.stride)
        hi = room if hi is None else min(hi, room)
        steps = hi.bit_length() + 1 if len(marks) == 1 else hi * len(marks)
        work += steps * states
        if work > _MOST_WORK:
            return None
        bits = grid.add_alike(bits, next(iter(marks)), lo, hi) if len(marks) == 1 else grid.add(bits, marks, lo, hi)
    return ReachableCounts(bits, grid.stride)


class _Grid:
    """The states up to a pair of counts."""

    def __init__(self, most: Counts):
        self._most = most
        self.stride = most[1] + 1
        self._rows_below = cache(self._make_rows_below)

    def add(self, bits: int, marks: Collection[Counts], lo: int, hi: int) -> int:
        """After ``lo`` to ``hi`` further copies, each with any of the marks."""
        for step in range(hi):
            grown = 0 if step < lo else bits
            for mark in marks:
                grown |= self._shift(bits, mark, 1)
            if grown == bits:
                break  # further copies change nothing any more
            bits = grown
        return bits

    def add_alike(self, bits: int, mark: Counts, lo: int, hi: int) -> int:
        """The same where all copies have one mark: 0 to n copies are 0 or 1, and 0 or 2, and 0 or 4, ... of them."""
        bits = self._shift(bits, mark, lo)
        left, step = hi - lo, 1
        while left > 0:
            bits |= self._shift(bits, mark, min(step, left))
            left -= step
            step *= 2
        return bits

    def _shift(self, bits: int, mark: Counts, times: int) -> int:
        """The states after so many copies; those that would leave the grid are lost."""
        first, second = times * mark[0], times * mark[1]
        if first > self._most[0] or second > self._most[1]:
            return 0
        return (bits & self._rows_below(first, second)) << (first * self.stride + second)

    def _make_rows_below(self, first: int, second: int) -> int:
        """The states that have room for so many more of each colour."""
        row = (1 << (self._most[1] + 1 - second)) - 1
        return _repeat(row, self.stride, self._most[0] + 1 - first)


def _repeat(pattern: int, stride: int, times: int) -> int:
    """The pattern so many times (at least once), each a stride further up."""
    result, have = pattern, 1
    while have * 2 <= times:
        result |= result << (have * stride)
        have *= 2
    return result | _repeat(pattern, stride, times - have) << (have * stride) if have < times else result

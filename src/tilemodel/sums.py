"""Constraints that bound sums over the pieces in place, for many arrangements at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilemodel.constraints.base import SumRule
from tilemodel.placements import Placements
from tilemodel.solution import PlacedPiece


class Sums:
    """What each placement adds to the sums of some rules: a table, from their definitions, and the bounds of the sums.

    A placement is weighed when :meth:`learn` is told of it.
    """

    def __init__(self, placements: Placements, rules: Sequence[SumRule]):
        import numpy as np

        self._placements = placements
        self._tallies = [rule.tally(placements.puzzle) for rule in rules]
        bounds = [bound for tally in self._tallies for bound in tally.bounds]
        top = np.iinfo(np.int64).max
        self._lo = np.array([lo for lo, _ in bounds], dtype=np.int64)
        self._hi = np.array([top if hi is None else hi for _, hi in bounds], dtype=np.int64)
        self._table = np.zeros((len(placements), len(bounds)), dtype=np.int32)

    def learn(self, fresh: Any) -> None:
        """Weigh these placements."""
        pieces = self._placements.puzzle.pieces
        for k in fresh.tolist() if self._tallies else ():
            placed = PlacedPiece(pieces[self._placements.piece[k]].name, self._placements.cells_of(k))
            self._table[k] = [weight for tally in self._tallies for weight in tally.weigh(placed)]

    def good(self, offsets: Any, chosen: Any) -> Any:
        """Which selections of known placements have all sums between their bounds."""
        import numpy as np

        number = len(offsets) - 1
        if not len(self._lo):
            return np.ones(number, dtype=bool)
        sums = np.zeros((number, len(self._lo)), dtype=np.int64)
        some = np.diff(offsets) > 0
        if some.any():
            sums[some] = np.add.reduceat(self._table[chosen], offsets[:-1][some], axis=0, dtype=np.int64)
        return ((sums >= self._lo) & (sums <= self._hi)).all(axis=1)

"""``balance``: in each zone, two groups cover equally many cells, up to a tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import Constraint, LinearRow, Lowering
from tilemodel.constraints.selectors import check_two_groups
from tilemodel.constraints.zones import ZoneData, coverage, zones
from tilemodel.errors import PuzzleError

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import Solution


@dataclass(frozen=True)
class Balance(Constraint):
    """In each zone, the cells covered by one group and by the other differ by ``tolerance`` at most.

    A piece in both groups covers for both, and so changes nothing.
    """

    groups: tuple[str, str]
    zone: ZoneData
    tolerance: int = 0
    kind: ClassVar[str] = "balance"

    def check(self, puzzle: Puzzle) -> None:
        check_two_groups(puzzle, self.groups)
        if self.tolerance < 0:
            raise PuzzleError(f"tolerance is at least 0, not {self.tolerance}")
        zones(puzzle, self.zone)

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        one, other = self.groups
        signs = {i: (one in p.groups) - (other in p.groups) for i, p in enumerate(puzzle.pieces)}
        differences = coverage(placements, zones(puzzle, self.zone), signs)
        return Lowering(rows=tuple(LinearRow(cells, -self.tolerance, self.tolerance) for cells in differences))

    def holds(self, puzzle: Puzzle, solution: Solution) -> bool:
        one, other = ({p.name for p in puzzle.pieces if group in p.groups} for group in self.groups)
        for zone in zones(puzzle, self.zone):
            ours = sum(len(zone.intersection(cells)) for piece, cells in solution.placements if piece in one)
            theirs = sum(len(zone.intersection(cells)) for piece, cells in solution.placements if piece in other)
            if abs(ours - theirs) > self.tolerance:
                return False
        return True

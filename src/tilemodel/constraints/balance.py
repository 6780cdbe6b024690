"""``balance``: in each zone, two groups cover equally many cells, up to a tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import LinearRow, Lowering, SumRule, Tally
from tilemodel.constraints.selectors import check_two_groups, such_pieces
from tilemodel.constraints.zones import ZoneData, coverage, zones
from tilemodel.errors import PuzzleError

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece


@dataclass(frozen=True)
class Balance(SumRule):
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

    def tally(self, puzzle: Puzzle) -> Tally:
        one, other = (such_pieces(puzzle, None, group) for group in self.groups)
        family = zones(puzzle, self.zone)

        def weigh(placed: PlacedPiece) -> list[int]:
            ours, theirs = placed.piece in one, placed.piece in other
            return [(ours - theirs) * len(zone.intersection(placed.cells)) for zone in family]

        return Tally(weigh, [(-self.tolerance, self.tolerance)] * len(family))

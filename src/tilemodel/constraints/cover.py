"""``cover``: in each zone, such pieces cover so many cells in all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import LinearRow, Lowering, SumRule, Tally
from tilemodel.constraints.interval import check_interval, interval
from tilemodel.constraints.selectors import check_selector, positions, such_pieces
from tilemodel.constraints.zones import ZoneData, coverage, zones

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece


@dataclass(frozen=True)
class Cover(SumRule):
    """In each zone, such pieces cover ``exactly`` so many cells in all, or from ``min`` to ``max``."""

    zone: ZoneData
    piece: str | None = None
    group: str | None = None
    exactly: int | None = None
    min: int | None = None
    max: int | None = None
    kind: ClassVar[str] = "cover"

    def check(self, puzzle: Puzzle) -> None:
        check_selector(puzzle, self.piece, self.group)
        check_interval(self.exactly, self.min, self.max)
        zones(puzzle, self.zone)

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        such = positions(puzzle, such_pieces(puzzle, self.piece, self.group))
        bounds = interval(self.exactly, self.min, self.max)
        covered = coverage(placements, zones(puzzle, self.zone), dict.fromkeys(such, 1))
        return Lowering(rows=tuple(LinearRow(cells, *bounds) for cells in covered))

    def tally(self, puzzle: Puzzle) -> Tally:
        names, family = such_pieces(puzzle, self.piece, self.group), zones(puzzle, self.zone)

        def weigh(placed: PlacedPiece) -> list[int]:
            return [len(zone.intersection(placed.cells)) if placed.piece in names else 0 for zone in family]

        return Tally(weigh, [interval(self.exactly, self.min, self.max)] * len(family))

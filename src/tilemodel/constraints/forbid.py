"""``forbid``: no such piece lies on exactly these cells, or covers any cell of a zone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import Lowering, SumRule, Tally
from tilemodel.constraints.fix import check_lies_there
from tilemodel.constraints.selectors import check_selector, positions, such_pieces
from tilemodel.constraints.zones import ZoneData, check_cells_on_board, zones
from tilemodel.errors import PuzzleError
from tilemodel.lattice import Cell

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece


@dataclass(frozen=True)
class Forbid(SumRule):
    """No such piece lies on exactly these ``cells``; or none covers a cell of the ``zone`` (any zone of a family)."""

    piece: str | None = None
    group: str | None = None
    cells: tuple[Cell, ...] | None = None
    zone: ZoneData | None = None
    kind: ClassVar[str] = "forbid"

    def check(self, puzzle: Puzzle) -> None:
        check_selector(puzzle, self.piece, self.group)
        if (self.cells is None) == (self.zone is None):
            raise PuzzleError(f"{'neither' if self.cells is None else 'both'} of cells and zone; give one of them")
        if self.zone is not None:
            zones(puzzle, self.zone)
        if self.cells is not None:
            check_cells_on_board(puzzle, self.cells)
            check_lies_there(puzzle, such_pieces(puzzle, self.piece, self.group), self.cells)

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        such = positions(puzzle, such_pieces(puzzle, self.piece, self.group))
        index = puzzle.board.index
        mine = (k for k in range(len(placements)) if placements.piece[k] in such)
        if self.cells is not None:
            exact = sorted(index[cell] for cell in self.cells)
            return Lowering([k for k in mine if list(placements.indices(k)) == exact])
        barred = {index[cell] for zone in self._zones(puzzle) for cell in zone}
        return Lowering([k for k in mine if not barred.isdisjoint(placements.indices(k))])

    def tally(self, puzzle: Puzzle) -> Tally:
        names, barred = such_pieces(puzzle, self.piece, self.group), self._zones(puzzle)

        def weigh(placed: PlacedPiece) -> list[int]:
            cells = set(placed.cells)
            exactly_there = self.cells is not None and cells == set(self.cells)
            return [placed.piece in names and (exactly_there or any(cells & zone for zone in barred))]

        return Tally(weigh, [(0, 0)])

    def _zones(self, puzzle: Puzzle) -> tuple[frozenset[Cell], ...]:
        return zones(puzzle, self.zone) if self.zone is not None else ()

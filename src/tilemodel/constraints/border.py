"""``border``: each such piece has a cell on the board's border."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import Lowering, SumRule, Tally
from tilemodel.constraints.selectors import check_selector, positions, such_pieces

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece


@dataclass(frozen=True)
class Border(SumRule):
    """Each such piece has a cell on the border: one with a lattice neighbour that is not on the board.

    The rim of a hole is a border too.
    """

    piece: str | None = None
    group: str | None = None
    kind: ClassVar[str] = "border"

    def check(self, puzzle: Puzzle) -> None:
        check_selector(puzzle, self.piece, self.group)

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        lattice, index = puzzle.lattice, puzzle.board.index
        such = positions(puzzle, such_pieces(puzzle, self.piece, self.group))
        inner = [
            all(lattice.unembed(vector) in index for vector in lattice.neighbours(lattice.embed(cell)))
            for cell in puzzle.board.cells
        ]
        mine = (k for k in range(len(placements)) if placements.piece[k] in such)
        return Lowering([k for k in mine if all(inner[i] for i in placements.indices(k))])

    def tally(self, puzzle: Puzzle) -> Tally:
        names, lattice = such_pieces(puzzle, self.piece, self.group), puzzle.lattice
        board = {lattice.embed(cell) for cell in puzzle.board.cells}

        def weigh(placed: PlacedPiece) -> list[int]:
            around = {vector for cell in placed.cells for vector in lattice.neighbours(lattice.embed(cell))}
            return [placed.piece in names and around <= board]

        return Tally(weigh, [(0, 0)])

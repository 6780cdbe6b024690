"""``fix``: one copy of this piece lies exactly here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import LinearRow, Lowering, SumRule, Tally
from tilemodel.constraints.selectors import check_piece
from tilemodel.constraints.wording import show
from tilemodel.constraints.zones import check_cells_on_board
from tilemodel.errors import PuzzleError
from tilemodel.lattice import Cell
from tilemodel.polyform import normalise

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece


@dataclass(frozen=True)
class Fix(SumRule):
    """One copy of ``piece`` lies on exactly these ``cells``; its other copies are free."""

    piece: str
    cells: tuple[Cell, ...]
    kind: ClassVar[str] = "fix"

    def check(self, puzzle: Puzzle) -> None:
        check_piece(puzzle, self.piece)
        check_cells_on_board(puzzle, self.cells)
        check_lies_there(puzzle, frozenset({self.piece}), self.cells)

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        """Everything in the way goes. A cell that must be covered then has the fixed placement alone; where each of
        its cells may stay empty, the placement is asked for: as the piece's only one, else by a row."""
        board = puzzle.board
        wanted = sorted(board.index[cell] for cell in self.cells)
        position = next(i for i, p in enumerate(puzzle.pieces) if p.name == self.piece)
        single = puzzle.pieces[position].maximum == 1
        fixed, dropped = [], []
        for k in range(len(placements)):
            mine = placements.piece[k] == position
            if mine and list(placements.indices(k)) == wanted:
                fixed.append(k)
            elif (mine and single) or not set(wanted).isdisjoint(placements.indices(k)):
                dropped.append(k)
        if not all(board.cells[i] in board.optional for i in wanted):
            return Lowering(dropped)
        if single:
            return Lowering(dropped, bounds={position: (1, 1)})
        return Lowering(dropped, rows=(LinearRow(dict.fromkeys(fixed, 1), 1, None),))

    def tally(self, puzzle: Puzzle) -> Tally:
        here = set(self.cells)

        def weigh(placed: PlacedPiece) -> list[int]:
            return [placed.piece == self.piece and set(placed.cells) == here]

        return Tally(weigh, [(1, None)])


def check_lies_there(puzzle: Puzzle, names: frozenset[str], cells: tuple[Cell, ...]) -> None:
    """Raise PuzzleError unless one of these pieces can lie on exactly these cells."""
    shape = normalise(puzzle.lattice, map(puzzle.lattice.embed, cells))
    such = [(p, shapes) for p, shapes in zip(puzzle.pieces, puzzle.orientations, strict=True) if p.name in names]
    if any(shape in shapes for _, shapes in such):
        return
    listed = f"the cells {', '.join(map(show, cells))}"
    if len(such) != 1:
        raise PuzzleError(f"none of the pieces ({', '.join(sorted(names))}) can lie on exactly {listed}")
    piece = such[0][0]
    if piece.size != len(cells):
        raise PuzzleError(f"piece {piece.name!r} has {piece.size} cells, but {len(cells)} are listed: {listed}")
    ways = "the one orientation" if len(such[0][1]) == 1 else f"one of the {len(such[0][1])} orientations"
    raise PuzzleError(f"{listed} are not piece {piece.name!r} in {ways} that it may have")

"""The placements of a puzzle: every way to lay one copy of a piece on the board.

A placement is a piece in an orientation on a set of board cells; two motions that cover the same cells with the
same piece are one placement. They are kept as parallel arrays of 32-bit integers (any buffer of them can be seen
through numpy without a copy), since a large puzzle has millions.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from tilemodel.lattice import Cell
from tilemodel.puzzle import Puzzle


@dataclass(frozen=True)
class Placements:
    """Placement k lays ``puzzle.pieces[piece[k]]`` in orientation ``orientation[k]`` (an index into
    ``puzzle.orientations[piece[k]]``) on the cells ``puzzle.board.cells[i]`` for i in
    ``cells[offsets[k]:offsets[k + 1]]``, ascending. Pieces come in file order. Treat the arrays as read-only."""

    puzzle: Puzzle
    piece: array
    orientation: array
    offsets: array
    cells: array

    def __len__(self) -> int:
        return len(self.piece)

    def indices(self, k: int) -> array:
        """The positions in ``puzzle.board.cells`` of placement k's cells."""
        return self.cells[self.offsets[k] : self.offsets[k + 1]]

    def cells_of(self, k: int) -> tuple[Cell, ...]:
        """The cells of placement k, sorted."""
        return tuple(self.puzzle.board.cells[i] for i in self.indices(k))

"""``symmetric``: a motion carries the arrangement onto itself, each piece onto a piece of the same name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import Constraint, Lowering
from tilemodel.constraints.wording import show, unknown
from tilemodel.errors import PuzzleError
from tilemodel.lattice import CUBIC, SQUARE, Lattice, Matrix, Vector, transform

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import Solution

FLAT_MOTIONS: dict[str, Matrix] = {
    "rotate-180": ((-1, 0), (0, -1)),
    "rotate-90": ((0, 1), (-1, 0)),
    "flip-horizontal": ((1, 0), (0, -1)),
    "flip-vertical": ((-1, 0), (0, 1)),
    "transpose": ((0, 1), (1, 0)),
    "anti-transpose": ((0, -1), (-1, 0)),
}
"""Of (row, column)."""

AXIAL_MOTIONS = ("rotate-90", "rotate-180", "flip")
"""Named motions of the cubic lattice that need an axis."""


@dataclass(frozen=True)
class Symmetric(Constraint):
    """The motion ``under`` carries the arrangement onto itself.

    ``under`` is a named motion (on the cubic lattice most need an ``axis``: the one turned about, or flipped) or an
    integer matrix on the lattice's embedding. The translation is the one that keeps the board. Labels, and which
    cells may stay empty, need not be kept: they are no part of the arrangement.

    The compiler carries this rule out: it keeps whole orbits of placements under :meth:`cell_permutation`.
    """

    under: str | Matrix
    axis: str | None = None
    kind: ClassVar[str] = "symmetric"

    def check(self, puzzle: Puzzle) -> None:
        self.cell_permutation(puzzle)

    def matrix(self, puzzle: Puzzle) -> Matrix:
        """The linear part of the motion, on embedded vectors; raises PuzzleError where the lattice has no such."""
        lattice = puzzle.lattice
        if not isinstance(self.under, str):
            return self._listed_matrix(self.under, lattice)
        if lattice == SQUARE and self.under in FLAT_MOTIONS:
            self._refuse_axis(self.under)
            return FLAT_MOTIONS[self.under]
        if lattice == CUBIC and self.under == "inversion":
            self._refuse_axis(self.under)
            return ((-1, 0, 0), (0, -1, 0), (0, 0, -1))
        if lattice == CUBIC and self.under in AXIAL_MOTIONS:
            return self._axial_matrix()
        known = {"square": tuple(FLAT_MOTIONS), "cubic": (*AXIAL_MOTIONS, "inversion")}.get(lattice.name)
        if known is None:
            raise PuzzleError(
                f"{self.under!r} is no motion of the {lattice} lattice, where they have no names; "
                f"give under as an integer matrix on its embedding"
            )
        raise PuzzleError(unknown("motion", self.under, known))

    def cell_permutation(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Where the motion carries each board cell, as positions in ``puzzle.board.cells``.

        Raises PuzzleError where the motion does not keep the board.
        """
        lattice, board = puzzle.lattice, puzzle.board
        matrix = self.matrix(puzzle)
        vectors = [lattice.embed(cell) for cell in board.cells]
        images = [transform(matrix, vector) for vector in vectors]
        shift = tuple(a - b for a, b in zip(min(vectors), min(images), strict=True))
        position = {vector: i for i, vector in enumerate(vectors)}
        moved = [position.get(tuple(a + b for a, b in zip(image, shift, strict=True))) for image in images]
        if None in moved:
            stray = board.cells[moved.index(None)]
            raise PuzzleError(
                f"{self._motion_name()} does not keep the board: wherever it is slid, some cell falls outside, as "
                f"{show(stray)} does where the first cells agree; choose a motion that maps the board onto itself"
            )
        return tuple(i for i in moved if i is not None)

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        """Nothing: the compiler asks for :meth:`cell_permutation` and makes a quotient of the whole instance."""
        return Lowering()

    def holds(self, puzzle: Puzzle, solution: Solution) -> bool:
        lattice, matrix = puzzle.lattice, self.matrix(puzzle)
        board = [lattice.embed(cell) for cell in puzzle.board.cells]
        centre, moved_centre = _sum(board), transform(matrix, _sum(board))
        shift = tuple((a - b) // len(board) for a, b in zip(centre, moved_centre, strict=True))
        placed = {(piece, frozenset(map(lattice.embed, cells))) for piece, cells in solution.placements}
        images = {(piece, frozenset(_sum([transform(matrix, v), shift]) for v in cells)) for piece, cells in placed}
        return images == placed

    def _listed_matrix(self, under: Matrix, lattice: Lattice) -> Matrix:
        self._refuse_axis("a matrix")
        if under not in lattice.point_group:
            size = len(lattice.point_group[0])
            raise PuzzleError(
                f"under is {self._motion_name()}, which is not one of the {len(lattice.point_group)} motions of the "
                f"{lattice} lattice; give one of their {size}x{size} integer matrices on its embedding"
            )
        return under

    def _axial_matrix(self) -> Matrix:
        axes = CUBIC.axes
        if self.axis not in axes:
            found = "none is given" if self.axis is None else f"not {self.axis!r}"
            raise PuzzleError(f"{self.under} needs an axis, one of {', '.join(axes)}; {found}")
        fixed = axes.index(self.axis)
        first, second = (a for a in range(3) if a != fixed)
        matrix = [[int(i == j) for j in range(3)] for i in range(3)]
        if self.under == "flip":
            matrix[fixed][fixed] = -1
        elif self.under == "rotate-180":
            matrix[first][first] = matrix[second][second] = -1
        else:
            matrix[first][first] = matrix[second][second] = 0
            matrix[first][second], matrix[second][first] = 1, -1
        return tuple(tuple(row) for row in matrix)

    def _refuse_axis(self, what: str) -> None:
        if self.axis is not None:
            raise PuzzleError(f"{what} takes no axis, but axis is {self.axis!r}; leave it out")

    def _motion_name(self) -> str:
        if isinstance(self.under, str):
            return f"{self.under} ({self.axis})" if self.axis else self.under
        return show(self.under)


def _sum(vectors: Iterable[Vector]) -> Vector:
    return tuple(map(sum, zip(*vectors, strict=True)))

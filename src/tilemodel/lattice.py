"""Lattices: where cells are, which are neighbours, and how they may be moved.

A lattice is a value. Its cells carry coordinates that people write (a tuple of integers), and an *embedding*
sends each cell to an integer vector such that every motion of the lattice is an integer matrix followed by a
translation. All geometry of the package happens on embedded vectors, so a new lattice is a new value below and
nothing else.

=============  ==========================  ===========  ===============================================
lattice        cell                        point group  embedding
=============  ==========================  ===========  ===============================================
square         (row, column)               8            the coordinates
cubic          (layer, row, column)        48           the coordinates
hexagonal      (q, r), axial               12           the coordinates
triangular     (x, y, z), z = 0 or 1       12           (3x + 1 + z, 3y + 1 + z): three times the centroid
fcc            (x, y, z), an even sum      48           the coordinates
=============  ==========================  ===========  ===============================================
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from operator import mul

Cell = tuple[int, ...]
Vector = tuple[int, ...]
Matrix = tuple[Vector, ...]


def transform(matrix: Matrix, vector: Vector) -> Vector:
    """The matrix times the vector."""
    return tuple([sum(map(mul, row, vector)) for row in matrix])


def transform_all(matrix: Matrix, vectors: Iterable[Vector]) -> list[Vector]:
    """The matrix times each of the vectors, axis by axis: most rows of a motion just name another axis."""
    axes = list(zip(*vectors, strict=True))
    moved = []
    for row in matrix:
        parts = [axis if a == 1 else [a * x for x in axis] for a, axis in zip(row, axes, strict=True) if a]
        moved.append(parts[0] if len(parts) == 1 else list(map(sum, zip(*parts, strict=True))))
    return list(zip(*moved, strict=True))


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """The matrix that applies ``right`` first, then ``left``."""
    columns = [transform(left, column) for column in zip(*right, strict=True)]
    return tuple(zip(*columns, strict=True))


def determinant(matrix: Matrix) -> int:
    """The determinant, by expansion along the first row (matrices here are 2x2 or 3x3)."""
    if len(matrix) == 1:
        return matrix[0][0]
    minors = (tuple(row[:i] + row[i + 1 :] for row in matrix[1:]) for i in range(len(matrix)))
    return sum((-1) ** i * a * determinant(m) for i, (a, m) in enumerate(zip(matrix[0], minors, strict=True)))


def generate_group(generators: Iterable[Matrix]) -> tuple[Matrix, ...]:
    """The finite matrix group that the generators span, the identity first, the rest sorted."""
    generators = tuple(generators)
    size = len(generators[0])
    identity = tuple(tuple(int(i == j) for j in range(size)) for i in range(size))
    group, fresh = {identity}, [identity]
    while fresh:
        fresh = [m for m in {multiply(g, f) for g in generators for f in fresh} if m not in group]
        group.update(fresh)
    return (identity, *sorted(group - {identity}))


@dataclass(frozen=True)
class Lattice:
    """A periodic set of cells with its motions.

    ``axes`` names a cell's coordinates. ``flat`` lattices lie in a plane, where turning over is a motion of a real
    piece. ``steps[k]`` are the embedded differences from a cell of class k to its neighbours; cells of one class
    are translates of one another, and where there are several a cell's last coordinate is its class.
    ``generators`` span the point group and ``upright_generators`` the turns about the vertical axis.
    ``classes`` are the embedded representatives of the classes near the origin, ``scale`` the embedded length of a
    coordinate's unit, ``even``: only cells with an even sum exist. ``drawable``: drawings and sizes exist on it.
    """

    name: str
    axes: tuple[str, ...]
    flat: bool
    steps: tuple[tuple[Vector, ...], ...] = field(repr=False)
    generators: tuple[Matrix, ...] = field(repr=False)
    upright_generators: tuple[Matrix, ...] = field(repr=False)
    classes: tuple[Vector, ...] = field(repr=False)
    scale: int = 1
    even: bool = False
    drawable: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def dimension(self) -> int:
        """How many integers make a cell."""
        return len(self.axes)

    @cached_property
    def point_group(self) -> tuple[Matrix, ...]:
        """All linear motions, reflections included, the identity first."""
        return generate_group(self.generators)

    @cached_property
    def turns(self) -> tuple[Matrix, ...]:
        """The proper motions: determinant 1."""
        return tuple(m for m in self.point_group if determinant(m) == 1)

    @cached_property
    def upright_turns(self) -> tuple[Matrix, ...]:
        """The turns about the vertical axis: of the layers (cubic), of z (fcc), or of the plane itself."""
        return generate_group(self.upright_generators)

    def embed(self, cell: Cell) -> Vector:
        """The integer vector of a cell, on which ``point_group`` acts."""
        if len(self.classes) == 1:
            return cell
        return tuple(self.scale * c + o for c, o in zip(cell, self.classes[cell[-1]], strict=False))

    def unembed(self, vector: Vector) -> Cell:
        """The cell of an embedded vector; the inverse of :meth:`embed`."""
        if len(self.classes) == 1:
            return vector
        k = self.cell_class(vector)
        return (*((v - o) // self.scale for v, o in zip(vector, self.classes[k], strict=True)), k)

    def cell_class(self, vector: Vector) -> int:
        """The translation class of an embedded cell: equal for two cells when a translation joins them."""
        if len(self.classes) == 1:
            return 0
        return next(k for k, o in enumerate(self.classes) if (vector[0] - o[0]) % self.scale == 0)

    def is_translation(self, vector: Vector) -> bool:
        """Whether moving every cell by this embedded vector maps the lattice to itself."""
        return all(v % self.scale == 0 for v in vector) and not (self.even and sum(vector) % 2)

    def why_not_a_cell(self, cell: Cell) -> str | None:
        """What is wrong with these coordinates, or None where they are a cell."""
        if len(cell) != self.dimension:
            return f"a cell of the {self} lattice is [{', '.join(self.axes)}], but this has {len(cell)} numbers"
        if len(self.classes) > 1 and cell[-1] not in range(len(self.classes)):
            return f"{self.axes[-1]} of a cell of the {self} lattice is 0 or 1, not {cell[-1]}"
        if self.even and sum(cell) % 2:
            return f"the sum of an {self} cell's coordinates is even, but these add up to {sum(cell)}"
        return None

    def neighbours(self, vector: Vector) -> list[Vector]:
        """The embedded neighbours of an embedded cell: those that share a side (touch, for balls)."""
        return [tuple(a + b for a, b in zip(vector, step, strict=True)) for step in self.steps[self.cell_class(vector)]]


def _orthogonal(axes: tuple[str, ...]) -> Lattice:
    """Squares or cubes: signed permutations of the coordinates."""
    size = len(axes)
    steps = tuple(tuple(sign * int(i == j) for j in range(size)) for i in range(size) for sign in (-1, 1))
    quarter = ((0, -1), (1, 0))  # of the last two coordinates
    flip = ((1, 0), (0, -1))
    if size == 2:
        return Lattice("square", axes, True, (steps,), (quarter, flip), (quarter,), ((0, 0),), drawable=True)
    return Lattice("cubic", axes, False, (steps,), _CUBE_MOTIONS, (_TURN_FIRST_AXIS,), ((0, 0, 0),), drawable=True)


_TURN_FIRST_AXIS = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
_TURN_LAST_AXIS = ((0, -1, 0), (1, 0, 0), (0, 0, 1))
_INVERSION = ((-1, 0, 0), (0, -1, 0), (0, 0, -1))
_CUBE_MOTIONS = (_TURN_FIRST_AXIS, _TURN_LAST_AXIS, _INVERSION)
_SIXTH = ((0, -1), (1, 1))  # a turn by 60 degrees on axes at 60 degrees
_SWAP = ((0, 1), (1, 0))  # the mirror that exchanges the axes

SQUARE = _orthogonal(("row", "column"))
CUBIC = _orthogonal(("layer", "row", "column"))
HEXAGONAL = Lattice(
    "hexagonal",
    ("q", "r"),
    True,
    (((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),),
    (_SIXTH, _SWAP),
    (_SIXTH,),
    classes=((0, 0),),
)
TRIANGULAR = Lattice(
    "triangular",
    ("x", "y", "z"),
    True,
    (((1, 1), (-2, 1), (1, -2)), ((-1, -1), (2, -1), (-1, 2))),
    (_SIXTH, _SWAP),
    (_SIXTH,),
    classes=((1, 1), (2, 2)),
    scale=3,
)
FCC = Lattice(
    "fcc",
    ("x", "y", "z"),
    False,
    (tuple(v for v in itertools.product((-1, 0, 1), repeat=3) if sum(map(abs, v)) == 2),),
    _CUBE_MOTIONS,
    (_TURN_LAST_AXIS,),
    classes=((0, 0, 0),),
    even=True,
)

LATTICES = {lattice.name: lattice for lattice in (SQUARE, CUBIC, HEXAGONAL, TRIANGULAR, FCC)}

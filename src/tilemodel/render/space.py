"""Where cells are in space: x to the right, y away from the viewer, z up, a right-handed frame.

Layers of the cubic lattice are drawn from the top down, so that a layer's number is its depth, and the rows of a layer
come towards the viewer, as do those of flat boards, which lie on the ground. The fcc lattice is turned so that the
balls of a layer lie in rows and columns, too. Neighbours are one unit of length apart.
"""

from __future__ import annotations

import math

from tilemodel.lattice import Cell, Lattice, Vector

Place = tuple[float, float, float]

_HALF_ROOT_3 = math.sqrt(3) / 2
_THIRD_ROOT_3 = math.sqrt(3) / 3

# Where the unit vectors of the embedding point.
_AXES: dict[str, tuple[Place, ...]] = {
    "square": ((0, -1, 0), (1, 0, 0)),
    "cubic": ((0, 0, -1), (0, -1, 0), (1, 0, 0)),
    "hexagonal": ((1, 0, 0), (0.5, -_HALF_ROOT_3, 0)),
    "triangular": ((_THIRD_ROOT_3, 0, 0), (_THIRD_ROOT_3 / 2, 0.5, 0)),
    "fcc": ((0.5, -0.5, 0), (0.5, 0.5, 0), (0, 0, math.sqrt(0.5))),
}


def axes_of(lattice: Lattice) -> tuple[Place, ...]:
    """For each coordinate of the embedding, where its unit vector points."""
    return _AXES[lattice.name]


def place_of(lattice: Lattice, cell: Cell) -> Place:
    """The middle of a cell."""
    return direction_of(lattice, lattice.embed(cell))


def direction_of(lattice: Lattice, vector: Vector) -> Place:
    """An embedded vector as one in space."""
    axes = axes_of(lattice)
    x, y, z = (float(sum(v * axis[i] for v, axis in zip(vector, axes, strict=True))) for i in range(3))
    return x, y, z

"""The flat lattices as tilings: the polygon of each cell, with corners that neighbours share exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tilemodel.lattice import Cell, Lattice

Corner = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True)
class Tiling:
    """How the cells of a flat lattice lie on paper, x to the right and y down.

    ``corners`` are integer points, clockwise as seen; ``unit`` is the size of their steps. One unit of length is the
    side of a square or a triangle, or the distance of two opposite sides of a hexagon. ``area`` is a cell's, ``inner``
    the radius of the circle in it.
    """

    corners: Callable[[Cell], tuple[Corner, ...]]
    unit: Point
    area: float
    inner: float

    def at(self, corner: tuple[float, float]) -> Point:
        """Where a corner lies."""
        return corner[0] * self.unit[0], corner[1] * self.unit[1]

    def center(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return middle([self.at(corner) for corner in self.corners(cell)])

    def bounds(self, cells: Iterable[Cell]) -> tuple[float, float, float, float]:
        """The least and greatest x and y of the cells: left, top, right, bottom."""
        points = [self.at(corner) for cell in cells for corner in self.corners(cell)]
        xs, ys = zip(*points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def middle(points: Sequence[Point]) -> Point:
    """The mean of the points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _square(cell: Cell) -> tuple[Corner, ...]:
    y, x = cell
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def _hexagon(cell: Cell) -> tuple[Corner, ...]:
    """With a corner at the top: rows of r, each moved by half a cell against the one above."""
    x, y = 2 * cell[0] + cell[1], 3 * cell[1]
    return (x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)


def _triangle(cell: Cell) -> tuple[Corner, ...]:
    x, y, z = cell
    left, right, top = (2 * x + y, -y), (2 * x + y + 2, -y), (2 * x + y + 1, -y - 1)
    return (left, top, right) if z == 0 else (right, top, (2 * x + y + 3, -y - 1))


_TILINGS = {
    "square": Tiling(_square, (1.0, 1.0), 1.0, 0.5),
    "hexagonal": Tiling(_hexagon, (0.5, math.sqrt(3) / 6), math.sqrt(3) / 2, 0.5),
    "triangular": Tiling(_triangle, (0.5, math.sqrt(3) / 2), math.sqrt(3) / 4, math.sqrt(3) / 6),
}


def tiling_of(lattice: Lattice) -> Tiling:
    """How a flat lattice lies on paper."""
    return _TILINGS[lattice.name]

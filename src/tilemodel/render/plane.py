"""Where a cell is drawn: every lattice as layers of rows of characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilemodel.lattice import Cell, Lattice

Spot = tuple[int, int, int]
"""Layer, row, column."""


@dataclass(frozen=True)
class Plane:
    """How a lattice is drawn.

    ``spot`` sends a cell to its place; different cells have different places. ``width`` is how many columns lie
    between neighbours of one row. ``grid``: rows and columns are those of squares, so that lines can be drawn between
    cells.
    """

    spot: Callable[[Cell], Spot]
    width: int = 1
    grid: bool = True


def _square(cell: Cell) -> Spot:
    row, column = cell
    return 0, row, column


def _cubic(cell: Cell) -> Spot:
    layer, row, column = cell
    return layer, row, column


def _hexagonal(cell: Cell) -> Spot:
    """Rows of hexagons, each moved by half a cell against the one above."""
    q, r = cell
    return 0, r, 2 * q + r


def _triangular(cell: Cell) -> Spot:
    """Rows of triangles, pointing up and down in turn; y grows upwards."""
    x, y, z = cell
    return 0, -y, 2 * x + y + z


def _fcc(cell: Cell) -> Spot:
    """Layers of equal z seen from above, turned by 45 degrees: the balls of a layer touch along rows and columns."""
    x, y, z = cell
    return z, (x - y + z % 2) // 2, (x + y + z % 2) // 2


_PLANES = {
    "square": Plane(_square),
    "cubic": Plane(_cubic),
    "hexagonal": Plane(_hexagonal, width=2, grid=False),
    "triangular": Plane(_triangular, grid=False),
    "fcc": Plane(_fcc),
}


def plane_of(lattice: Lattice) -> Plane:
    """How the lattice is drawn."""
    return _PLANES[lattice.name]

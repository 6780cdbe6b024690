"""Where the cells of a solid lattice are: x to the right, y away from the viewer, z up, a right-handed frame.

Layers of the cubic lattice are drawn from the top down, so that a layer's number is its depth, and the rows of a layer
come towards the viewer. The fcc lattice is turned so that the balls of a layer lie in rows and columns, too. Neighbours
are one unit of length apart.
"""

from __future__ import annotations

import math

from tilemodel.lattice import Cell, Lattice

Place = tuple[float, float, float]


def place_of(lattice: Lattice, cell: Cell) -> Place:
    """The middle of a cell."""
    if lattice.name == "cubic":
        layer, row, column = cell
        return float(column), float(-row), float(-layer)
    x, y, z = cell
    return (x + y) / 2, (y - x) / 2, z / math.sqrt(2)

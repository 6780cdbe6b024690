"""Where a piece's name is written."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from tilemodel.lattice import Cell
from tilemodel.render.pictures.contour import Edge, boundary, seams
from tilemodel.render.pictures.tiling import Point, Tiling, middle


def place_for(tiling: Tiling, cells: Sequence[Cell], wide: float) -> tuple[Point, float]:
    """The middle of a text, and how wide it may be, in sides of a cell: where it can be large, near the piece's
    middle. ``wide`` is its width in font sizes."""
    size = min(0.46, 1.2 * tiling.inner)
    sides = boundary(tiling, cells)
    center = middle([tiling.center(cell) for cell in cells])

    def merit(spot: tuple[Point, float]) -> tuple[float, float]:
        (x, y), room = spot
        return round(min(size, room / wide), 2), -math.dist((x, y), center)

    spots = [
        ((x, y), 0.9 * min(_room(tiling, sides, (x, y + shift * size)) for shift in (-0.6, 0.0, 0.6)))
        for x, y in _spots(tiling, cells)
    ]
    return max(spots, key=merit)


def _spots(tiling: Tiling, cells: Sequence[Cell]) -> Iterable[Point]:
    """The cells' middles, the middles of the sides that two of them share, and the corners within the piece."""
    yield from map(tiling.center, cells)
    outer = {corner for side in boundary(tiling, cells) for corner in side}
    for side in seams(tiling, cells):
        yield middle([tiling.at(corner) for corner in side])
        yield from (tiling.at(corner) for corner in side if corner not in outer)


def _room(tiling: Tiling, sides: Iterable[Edge], spot: Point) -> float:
    """How wide a line of text may be that has its middle there: 0 outside the piece."""
    x, y = spot
    crossings = []
    for a, b in sides:
        (ax, ay), (bx, by) = tiling.at(a), tiling.at(b)
        if (ay <= y) != (by <= y):
            crossings.append(ax + (bx - ax) * (y - ay) / (by - ay) - x)
    before = [c for c in crossings if c < 0]
    if len(before) % 2 == 0 or len(before) == len(crossings):
        return 0.0
    return 2 * min(-max(before), min(c for c in crossings if c >= 0))

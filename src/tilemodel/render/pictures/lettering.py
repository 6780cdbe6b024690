"""Where a piece's name is written, and how large."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilemodel.lattice import Cell
from tilemodel.render.pictures.contour import Edge, boundary, seams
from tilemodel.render.pictures.markup import shortened, width_of
from tilemodel.render.pictures.tiling import Point, Tiling, middle

_LARGEST, _SMALLEST = 0.46, 0.2  # of a text, in sides of a cell


def place_for(tiling: Tiling, cells: Sequence[Cell], text: str) -> tuple[Point, float, str]:
    """The middle of the text, its size, and as much of it as fits: as large as it can be, near the piece's middle."""
    largest = min(_LARGEST, 1.2 * tiling.inner)
    wide = width_of(text)
    sides = boundary(tiling, cells)
    center = middle([tiling.center(cell) for cell in cells])
    best: tuple[float, float, Point] | None = None
    for x, y in _spots(tiling, cells, center):
        room = min(_room(tiling, sides, (x, y + shift * largest)) for shift in (-0.6, 0.0, 0.6))
        size = min(largest, 0.9 * room / wide)
        key = (round(size, 2), -((x - center[0]) ** 2 + (y - center[1]) ** 2))
        if best is None or key > best[:2]:
            best = (*key, (x, y))
    assert best is not None
    size, _, spot = best
    if size < _SMALLEST:
        return spot, _SMALLEST, shortened(text, size * wide / _SMALLEST)
    return spot, size, text


def _spots(tiling: Tiling, cells: Sequence[Cell], center: Point) -> Iterable[Point]:
    """The piece's middle, its cells' middles, and the middles of the sides that two of its cells share."""
    yield center
    yield from map(tiling.center, cells)
    for side in seams(tiling, cells):
        yield middle([tiling.at(corner) for corner in side])


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

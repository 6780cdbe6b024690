"""The outline of a set of cells."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tilemodel.lattice import Cell
from tilemodel.render.pictures.tiling import Corner, Tiling

Loop = list[Corner]
Edge = tuple[Corner, Corner]


def contour(tiling: Tiling, cells: Iterable[Cell], *, joined: bool = False) -> list[Loop]:
    """The closed lines around the union of the cells, each by its corners: clockwise around the outside, the other
    way around a hole. Cells that touch at a corner alone are apart there, unless they are to be ``joined``."""
    leaving: dict[Corner, list[Corner]] = {}
    for start, end in boundary(tiling, cells):
        leaving.setdefault(start, []).append(end)
    side = -1 if joined else 1
    loops = []
    while leaving:
        start = next(iter(leaving))
        first = leaving[start][0]
        loop, corner = [start], _take(leaving, start, first)
        while True:
            # Back at the start, the first side is a way to go on as well: where it is the right one, the loop is done.
            ends = leaving.get(corner, []) + ([first] if corner == start else [])
            end = max(ends, key=lambda end: side * _turn(tiling, loop[-1], corner, end))
            if corner == start and end == first:
                break
            loop.append(corner)
            corner = _take(leaving, corner, end)
        loops.append(_corners_only(loop))
    return loops


def boundary(tiling: Tiling, cells: Iterable[Cell]) -> list[Edge]:
    """The sides that one of the cells alone has, with the cell on the right as one walks along it."""
    edges = _sides(tiling, cells)
    return [(a, b) for a, b in edges if (b, a) not in edges]


def seams(tiling: Tiling, cells: Iterable[Cell]) -> list[Edge]:
    """The sides that two of the cells share, each once."""
    edges = _sides(tiling, cells)
    return [(a, b) for a, b in edges if a < b and (b, a) in edges]


def area(tiling: Tiling, loop: Loop) -> float:
    """What a loop encloses, negative for a hole."""
    ends = zip(loop, loop[1:] + loop[:1], strict=True)
    twice = sum(a[0] * b[1] - a[1] * b[0] for a, b in ends)
    return twice / 2 * tiling.unit[0] * tiling.unit[1]


def _sides(tiling: Tiling, cells: Iterable[Cell]) -> dict[Edge, None]:
    """Every cell's sides, clockwise, in order."""
    found: dict[Edge, None] = {}
    for cell in cells:
        corners = tiling.corners(cell)
        found.update(dict.fromkeys(zip(corners, corners[1:] + corners[:1], strict=True)))
    return found


def _take(leaving: dict[Corner, list[Corner]], start: Corner, end: Corner) -> Corner:
    leaving[start].remove(end)
    if not leaving[start]:
        del leaving[start]
    return end


def _turn(tiling: Tiling, before: Corner, corner: Corner, end: Corner) -> float:
    """By how much one turns to the right at a corner, that is, towards the cell along whose side one came."""
    (ax, ay), (bx, by), (cx, cy) = map(tiling.at, (before, corner, end))
    ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
    return math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)


def _corners_only(loop: Loop) -> Loop:
    """The loop without the points at which it goes straight on."""
    around = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
    return [b for a, b, c in around if (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])]

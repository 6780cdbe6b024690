"""Outlines as SVG paths: moved inwards a little, with rounded corners."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import svg

from tilemodel.render.pictures.tiling import Point


def rounded(loops: Iterable[Sequence[Point]], *, inset: float, convex: float, concave: float) -> list[svg.PathData]:
    """A path along loops that have their inside on the right, that far inside them (outside where ``inset`` is
    negative), with corners rounded by these radii; less where a side is too short."""
    data: list[svg.PathData] = []
    for loop in loops:
        data += _rounded_loop(_moved_in(loop, inset), convex, concave)
    return data


def _moved_in(loop: Sequence[Point], distance: float) -> list[Point]:
    """The corners of the parallel lines at a distance to the right."""
    moved = []
    for (ax, ay), (x, y), (bx, by) in _corners(loop):
        ux, uy = _unit(x - ax, y - ay)
        vx, vy = _unit(bx - x, by - y)
        scale = distance / (1 + ux * vx + uy * vy)
        moved.append((x - (uy + vy) * scale, y + (ux + vx) * scale))
    return moved


def _rounded_loop(loop: Sequence[Point], convex: float, concave: float) -> list[svg.PathData]:
    if not convex and not concave:
        first, *others = (tuple(map(short, point)) for point in loop)
        return [svg.M(*first), *(svg.L(*point) for point in others), svg.Z()]
    data: list[svg.PathData] = []
    for before, (x, y), after in _corners(loop):
        ux, uy = _unit(x - before[0], y - before[1])
        vx, vy = _unit(after[0] - x, after[1] - y)
        turn = math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)  # to the right: a convex corner
        steep = math.tan(abs(turn) / 2)
        room = min(math.dist(before, (x, y)), math.dist((x, y), after)) / 2
        cut = min((convex if turn > 0 else concave) * steep, room)
        begin, end = (x - ux * cut, y - uy * cut), (x + vx * cut, y + vy * cut)
        data.append(svg.L(*map(short, begin)) if data else svg.M(*map(short, begin)))
        radius = short(cut / steep)
        data.append(svg.Arc(radius, radius, 0, False, turn > 0, *map(short, end)))
    return [*data, svg.Z()]


def _corners(loop: Sequence[Point]) -> Iterable[tuple[Point, Point, Point]]:
    return zip([*loop[-1:], *loop[:-1]], loop, [*loop[1:], *loop[:1]], strict=True)


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y)
    return x / length, y / length


def short(number: float) -> float | int:
    """A number with two decimals at most."""
    rounded_off = round(number, 2)
    return int(rounded_off) if rounded_off == int(rounded_off) else rounded_off

"""Cells as bodies, and the ways along which pieces made of them come and go; in the frame of ``space``."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilemodel.lattice import FCC, Lattice, Vector
from tilemodel.render.space import Place, direction_of

_EPSILON = 1e-9
_THICKNESS = 0.5  # of a flat piece


@dataclass(frozen=True)
class Face:
    """A side of a solid: its corners (counter-clockwise seen from outside), as numbers of the solid's vertices.

    ``step`` is the embedded vector to the neighbour beyond it, None for the upper and lower side of a flat cell.
    """

    corners: tuple[int, ...]
    step: Vector | None


@dataclass(frozen=True)
class Solid:
    """A convex cell around the origin."""

    vertices: tuple[Place, ...]
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Slide:
    """A straight way by which a piece can leave, opposite to the one by which it comes.

    ``way`` is its direction in space, ``step`` the lattice translation along it, and a cell is held by another at one
    of the embedded differences ``held_by[i] + k * step``, k = 0, 1, 2, ... Without any it is held by nothing.
    """

    way: Place
    step: Vector
    held_by: tuple[Vector, ...]


def solids_of(lattice: Lattice) -> tuple[Solid, ...]:
    """For each class of cells, all points nearer to the cell than to any other; flat ones are cut at half a unit."""
    return tuple(_solid(lattice, steps) for steps in lattice.steps)


def slides_of(lattice: Lattice) -> tuple[Slide, ...]:
    """The ways by which pieces leave, in the order in which a person prefers them: up, by a side, down.

    On flat lattices up is the only one. Cubes, and balls in their places, move along the rows; the balls of the fcc
    lattice along the edges, face diagonals and space diagonals of its cubes.
    """
    if lattice.flat:
        return (Slide((0.0, 0.0, 1.0), (), ()),)
    return _ball_slides(lattice) if lattice is FCC else _row_slides(lattice)


def _solid(lattice: Lattice, steps: tuple[Vector, ...]) -> Solid:
    walls: list[tuple[Place, Vector | None]] = [(direction_of(lattice, step), step) for step in steps]
    if lattice.flat:
        walls += [((0.0, 0.0, _THICKNESS), None), ((0.0, 0.0, -_THICKNESS), None)]
    vertices: list[Place] = []
    for three in itertools.combinations([normal for normal, _ in walls], 3):
        corner = _meeting(three)
        if corner and all(_beyond(wall, corner) < _EPSILON for wall, _ in walls):
            if all(math.dist(corner, other) > 1e-6 for other in vertices):
                vertices.append(corner)
    return Solid(tuple(vertices), tuple(Face(_around(wall, vertices), step) for wall, step in walls))


def _beyond(wall: Place, point: Place) -> float:
    """How far a point lies beyond the plane half-way to ``wall`` (times a positive factor)."""
    return _dot(wall, point) - _dot(wall, wall) / 2


def _meeting(walls: Sequence[Place]) -> Place | None:
    """Where three such planes meet, by Cramer's rule; None where they do not meet in one point."""
    a, b, c = walls
    volume = _dot(a, _cross(b, c))
    if abs(volume) < _EPSILON:
        return None
    parts = [(_dot(w, w) / 2, _cross(*others)) for w, others in ((a, (b, c)), (b, (c, a)), (c, (a, b)))]
    x, y, z = (sum(size * normal[i] for size, normal in parts) / volume for i in range(3))
    return x, y, z


def _around(wall: Place, vertices: Sequence[Place]) -> tuple[int, ...]:
    """The vertices on a wall, counter-clockwise seen from outside."""
    on = [n for n, vertex in enumerate(vertices) if abs(_beyond(wall, vertex)) < 1e-6]
    middle = tuple(w / 2 for w in wall)
    first = _minus(vertices[on[0]], middle)
    across = _cross(wall, first)

    def angle(n: int) -> float:
        spoke = _minus(vertices[n], middle)
        return math.atan2(_dot(spoke, across) / math.sqrt(_dot(wall, wall)), _dot(spoke, first))

    return tuple(sorted(on, key=lambda n: angle(n) % (2 * math.pi - 1e-9)))


def _row_slides(lattice: Lattice) -> tuple[Slide, ...]:
    """Along a row a cube is held by those ahead in the row, and by no others."""
    return _preferred(Slide(direction_of(lattice, step), step, (step,)) for step in lattice.steps[0])


def _ball_slides(lattice: Lattice) -> tuple[Slide, ...]:
    """A ball is held by each whose centre is ahead and nearer to the line of its own centre than a diameter."""
    near = [v for v in itertools.product(range(-3, 4), repeat=3) if lattice.is_translation(v)]
    diameter = min(_dot(step, step) for step in lattice.steps[0])  # squared, like all lengths here
    slides = []
    for sign in itertools.product((-1, 0, 1), repeat=3):
        if any(sign):
            step = sign if lattice.is_translation(sign) else tuple(2 * s for s in sign)
            length = _dot(step, step)
            ahead = (v for v in near if 0 < _dot(v, step) <= length)
            held_by = tuple(v for v in ahead if _dot(v, v) - _dot(v, step) ** 2 / length < diameter - _EPSILON)
            slides.append(Slide(_unit(direction_of(lattice, step)), step, held_by))
    return _preferred(slides)


def _preferred(slides: Iterable[Slide]) -> tuple[Slide, ...]:
    """Steeply upwards first, downwards last; of ways that are alike in that, towards whoever looks."""
    return tuple(sorted(slides, key=lambda slide: (-round(slide.way[2], 6), round(slide.way[1], 6), slide.way)))


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cross(a: Sequence[float], b: Sequence[float]) -> Place:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _minus(a: Sequence[float], b: Sequence[float]) -> Place:
    x, y, z = (p - q for p, q in zip(a, b, strict=True))
    return x, y, z


def _unit(a: Place) -> Place:
    length = math.sqrt(_dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length

"""Cubes as seen from above a corner: exactly which part of which face is seen.

In isometric projection the cubes of a grid fall on a grid of triangles: a face covers two of them, and each triangle
shows the one face that lies nearest to the eye. So what is hidden is found by looking, and nothing is painted over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilemodel.render.pictures.tiling import Corner, Point, Tiling

Cube = tuple[int, int, int]
"""The corner of a cube that is farthest from the eye: right-forward, left-forward, up. A cube has side 1."""

Triangle = tuple[Corner, Corner, Corner]
"""Its corners on paper, clockwise."""

SCREEN = Tiling(lambda triangle: triangle, (math.sqrt(3) / 2, 0.5), math.sqrt(3) / 4, math.sqrt(3) / 6)  # type: ignore[arg-type, return-value]
"""The grid of triangles, as a tiling whose cells are given by their corners. The unit is the edge of a cube."""


@dataclass(frozen=True)
class Side:
    """One of the three faces that show. ``normal`` is its axis; ``step`` leads to the next cube in the direction in
    which it is written on; ``along`` and ``down`` are that direction and the one of the next line on paper; ``light``
    is how much light falls on it, from -1 to 1."""

    normal: int
    step: Cube
    along: Point
    down: Point
    light: float


_RIGHT, _LEFT = (math.sqrt(3) / 2, 0.5), (-math.sqrt(3) / 2, 0.5)
_RISING = (math.sqrt(3) / 2, -0.5)
TOP = Side(2, (1, 0, 0), _RIGHT, _LEFT, 0.16)
RIGHT = Side(0, (0, -1, 0), _RISING, (0.0, 1.0), -0.3)
LEFT = Side(1, (1, 0, 0), _RIGHT, (0.0, 1.0), -0.08)
SIDES = (TOP, RIGHT, LEFT)


@dataclass(frozen=True)
class Face:
    """A face of a cube, and to which body it belongs."""

    body: int
    cube: Cube
    side: Side

    @property
    def plane(self) -> tuple[int, int, int]:
        """Equal for two faces of a body that lie in one plane."""
        return self.body, self.side.normal, self.cube[self.side.normal]

    @property
    def next(self) -> Face:
        """The face beside it, in the direction in which one writes."""
        a, b, c = (x + step for x, step in zip(self.cube, self.side.step, strict=True))
        return Face(self.body, (a, b, c), self.side)

    @property
    def middle(self) -> Point:
        """Where it lies on paper."""
        a, b, c = (x + (1.0 if axis == self.side.normal else 0.5) for axis, x in enumerate(self.cube))
        return SCREEN.at((a - b, a + b - 2 * c))


def look(owner: Mapping[Cube, int]) -> dict[Triangle, Face]:
    """What each triangle shows of these cubes; ``owner`` says to which body a cube belongs."""
    seen: dict[Triangle, tuple[int, Face]] = {}
    for cube, body in owner.items():
        for side in SIDES:
            before = list(cube)
            before[side.normal] += 1
            if tuple(before) not in owner:
                face = Face(body, cube, side)
                for triangle, nearness in _halves(face):
                    if triangle not in seen or seen[triangle][0] < nearness:
                        seen[triangle] = nearness, face
    return {triangle: face for triangle, (_, face) in seen.items()}


def whole_faces(seen: Mapping[Triangle, Face]) -> set[Face]:
    """The faces of which both halves are seen."""
    once: set[Face] = set()
    twice: set[Face] = set()
    for face in seen.values():
        (twice if face in once else once).add(face)
    return twice


def _halves(face: Face) -> Iterator[tuple[Triangle, int]]:
    """The two triangles of a face, each with three times its nearness to the eye."""
    a, b, c = face.cube
    eye = (a + 1, b + 1, c + 1)
    if face.side is TOP:
        halves = ((a, b, c + 1), (a + 1, b, c + 1), eye), ((a, b, c + 1), eye, (a, b + 1, c + 1))
    elif face.side is RIGHT:
        halves = ((a + 1, b, c), eye, (a + 1, b, c + 1)), ((a + 1, b, c), (a + 1, b + 1, c), eye)
    else:
        halves = ((a, b + 1, c), (a, b + 1, c + 1), eye), ((a, b + 1, c), eye, (a + 1, b + 1, c))
    for half in halves:
        p, q, r = (_on_paper(corner) for corner in half)
        clockwise = (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])
        ring = (p, q, r) if clockwise else (p, r, q)
        first = ring.index(min(ring))
        yield (ring[first], ring[(first + 1) % 3], ring[(first + 2) % 3]), sum(map(sum, half))


def _on_paper(corner: tuple[int, int, int]) -> Corner:
    a, b, c = corner
    return a - b, a + b - 2 * c

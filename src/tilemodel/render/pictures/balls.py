"""Pieces made of balls: in the holes of a flat board, or piled up in space and taken apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import svg

from tilemodel.lattice import Cell, Lattice
from tilemodel.puzzle import Board
from tilemodel.render.colors import Color, darker, ink, lighter, to_hex
from tilemodel.render.pictures.flat import RIM, Frame, board_texts, ground
from tilemodel.render.pictures.markup import CELL, INK, MUTED, Picture, label, titled
from tilemodel.render.pictures.rounding import short
from tilemodel.render.pictures.scene import GROUND, Part, fitted
from tilemodel.render.pictures.storeys import lifts
from tilemodel.render.pictures.tiling import Point, middle, tiling_of
from tilemodel.render.space import Place, place_of

_SIZE = 0.94  # of a ball, where 1 is one that touches its neighbours
_NECK = 0.5  # how wide balls of a piece are joined, in their diameters
_TURN, _TILT = math.radians(-28), math.radians(32)  # how the eye looks on a pile: to the side of its rows, and down


class FlatBallsPicture:
    """Draws arrangements of pieces made of balls on one flat board; ``extent`` are cells to leave room for."""

    def __init__(self, board: Board, lattice: Lattice, extent: Sequence[Cell] = ()):
        self._board, self._lattice, self._tiling = board, lattice, tiling_of(lattice)
        self._frame = Frame(self._tiling, extent or board.cells, RIM)

    def draw(self, parts: Sequence[Part]) -> Picture:
        """The board with its holes, and the pieces in them."""
        radius = self._tiling.inner * _SIZE * CELL
        elements = [ground(self._frame, self._board.cells), *self._holes(0.8 * radius)]
        elements += [flat_balls(self._frame, self._lattice, part) for part in parts]
        covered = {cell: part for part in parts for cell in part.cells}
        return Picture(self._frame.width, self._frame.height, elements + board_texts(self._frame, self._board, covered))

    def _holes(self, radius: float) -> Iterable[svg.Element]:
        fill, stroke = to_hex(darker(GROUND, 0.16)), to_hex(darker(GROUND, 0.35))
        for cell in self._board.cells:
            x, y = self._frame.at(self._tiling.center(cell))
            yield svg.Circle(cx=short(x), cy=short(y), r=short(radius), fill=fill, stroke=stroke)


def flat_balls(frame: Frame, lattice: Lattice, part: Part) -> svg.Element:
    """A piece of balls on a flat lattice, with its name on the ball nearest to its middle."""
    radius = frame.tiling.inner * _SIZE * CELL
    spots = {cell: frame.at(frame.tiling.center(cell)) for cell in part.cells}
    inside = [_neck(part, spots[a], spots[b], radius) for a, b in _links(lattice, part.cells)]
    inside += [_ball(part, spot, radius) for spot in spots.values()]
    center = middle(list(spots.values()))
    inside.append(_name(part, min(spots.values(), key=lambda spot: math.dist(spot, center)), radius))
    return titled(part.title, *inside)


class PilePicture:
    """Draws arrangements of pieces made of balls in space."""

    def __init__(self, lattice: Lattice):
        self._lattice = lattice

    def draw(self, parts: Sequence[Part], *, apart: bool = True) -> Picture:
        """The pieces, lifted off one another where they are to be ``apart``."""
        bodies = [[place_of(self._lattice, cell) for cell in part.cells] for part in parts]
        lifted = lifts(bodies, 1.0 - 1e-9, 0.6) if apart else [0.0] * len(parts)
        places = [
            {cell: (x, y, z + lift) for cell, (x, y, z) in zip(part.cells, body, strict=True)}
            for part, body, lift in zip(parts, bodies, lifted, strict=True)
        ]
        return self._paint(parts, places)

    def _paint(self, parts: Sequence[Part], places: Sequence[dict[Cell, Place]]) -> Picture:
        """From back to front: of two balls of one size that do not meet, the one with the nearer middle is in front."""
        radius = 0.5 * _SIZE * CELL
        balls = [_spot(n, place) for n, body in enumerate(places) for place in body.values()]
        left, right = (pick(ball.x for ball in balls) for pick in (min, max))
        top, bottom = (pick(ball.y for ball in balls) for pick in (min, max))
        rim = radius + 2
        drawn: list[tuple[float, int, svg.Element]] = []
        for ball in balls:
            drawn.append((ball.near, ball.part, _ball(parts[ball.part], (ball.x, ball.y), radius)))
        for n, (part, body) in enumerate(zip(parts, places, strict=True)):
            for one, other in _links(self._lattice, part.cells):
                a, b = _spot(n, body[one]), _spot(n, body[other])
                drawn.append(((a.near + b.near) / 2, n, _neck(part, (a.x, a.y), (b.x, b.y), radius)))
        for ball in _in_the_open(balls, radius):
            if parts[ball.part].name:
                drawn.append((ball.near, ball.part, _name(parts[ball.part], (ball.x, ball.y), radius)))
        drawn.sort(key=lambda entry: entry[0])
        runs = groupby(drawn, key=lambda entry: entry[1])
        elements: list[svg.Element] = [titled(parts[n].title, *(element for *_, element in run)) for n, run in runs]
        group = svg.G(transform=[svg.Translate(short(rim - left), short(rim - top))], elements=elements)
        return Picture(right - left + 2 * rim, bottom - top + 2 * rim, [group])


@dataclass(frozen=True)
class _Spot:
    """A ball on paper, and how near it is to the eye."""

    part: int
    x: float
    y: float
    near: float


def _spot(part: int, place: Place) -> _Spot:
    x, y, z = place
    x, y = x * math.cos(_TURN) - y * math.sin(_TURN), x * math.sin(_TURN) + y * math.cos(_TURN)
    down, near = -y * math.sin(_TILT) - z * math.cos(_TILT), -y * math.cos(_TILT) + z * math.sin(_TILT)
    return _Spot(part, x * CELL, down * CELL, near * CELL)


def paints(colors: Iterable[Color]) -> list[svg.Element]:
    """How balls of these colours shine, for the head of the file."""
    found: list[svg.Element] = []
    for color in dict.fromkeys(colors):
        stops = ((0, lighter(color, 0.45)), (0.45, color), (1, darker(color, 0.35)))
        elements: list[svg.Element] = [svg.Stop(offset=offset, stop_color=to_hex(c)) for offset, c in stops]
        found.append(svg.RadialGradient(id=_paint_name(color), cx="36%", cy="32%", r="72%", elements=elements))  # type: ignore[arg-type]
    return found


def _paint_name(color: Color) -> str:
    return f"ball-{to_hex(color)[1:]}"


def _links(lattice: Lattice, cells: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """Neighbours among the cells, each pair once."""
    present = set(cells)
    near = ((cell, lattice.unembed(v)) for cell in cells for v in lattice.neighbours(lattice.embed(cell)))
    return [(a, b) for a, b in near if b in present and a < b]


def _ball(part: Part, spot: Point, radius: float) -> svg.Element:
    stroke, width = (INK, 2.4) if part.fixed else (to_hex(darker(part.color, 0.5)), 0.8)
    return svg.Circle(
        cx=short(spot[0]),
        cy=short(spot[1]),
        r=short(radius - width / 2),
        fill=f"url(#{_paint_name(part.color)})",
        stroke=stroke,
        stroke_width=width,
    )


def _neck(part: Part, a: Point, b: Point, radius: float) -> svg.Element:
    """What joins two balls, as far as it is outside them."""
    t = 0.5 * _SIZE * math.sqrt(1 - _NECK**2)
    (x1, y1), (x2, y2) = ((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in ((a, b), (b, a)))
    color, width = to_hex(darker(part.color, 0.22)), short(2 * radius * _NECK)
    return svg.Line(x1=short(x1), y1=short(y1), x2=short(x2), y2=short(y2), stroke=color, stroke_width=width)


def _name(part: Part, spot: Sequence[float], radius: float) -> svg.Element:
    text, size = fitted(part, largest=0.95 * radius, smallest=0.4 * radius, room=1.6 * radius)
    color = MUTED if part.bare else to_hex(ink(part.color))
    return label(text, spot[0], spot[1], size, color=color, small=part.index)


def _in_the_open(balls: Sequence[_Spot], radius: float) -> Iterator[_Spot]:
    """Of each piece the ball that nearer ones hide least, where that leaves room for a name."""
    size = 2 * radius
    squares: dict[tuple[int, int], list[_Spot]] = {}
    for ball in balls:
        squares.setdefault((int(ball.x // size), int(ball.y // size)), []).append(ball)

    def clear(ball: _Spot) -> float:
        x, y = int(ball.x // size), int(ball.y // size)
        around = (spot for u in (x - 1, x, x + 1) for v in (y - 1, y, y + 1) for spot in squares.get((u, v), ()))
        nearer = (spot for spot in around if spot.near > ball.near)
        return min((math.dist((ball.x, ball.y), (spot.x, spot.y)) for spot in nearer), default=size)

    for _, own in groupby(balls, key=lambda ball: ball.part):
        best = max(own, key=lambda ball: (min(clear(ball), size), ball.near))
        if clear(best) > 1.4 * radius:
            yield best

"""Solid arrangements of cubes, taken apart, in isometric projection."""

from __future__ import annotations

import math
from collections.abc import Sequence

import svg

from tilemodel.lattice import CUBIC
from tilemodel.render.colors import Color, darker, ink, lighter, to_hex
from tilemodel.render.pictures.contour import contour
from tilemodel.render.pictures.isometric import SCREEN, Cube, Face, Side, Triangle, look, whole_faces
from tilemodel.render.pictures.markup import CELL, INK, MUTED, Picture, label, titled
from tilemodel.render.pictures.rounding import short
from tilemodel.render.pictures.scene import Part, fitted
from tilemodel.render.pictures.storeys import lifts
from tilemodel.render.pictures.tiling import Corner, Point, middle
from tilemodel.render.space import place_of

_EDGE = 0.72 * CELL  # of a cube on paper
_RIM = 0.08  # around everything, in edges
_LARGEST, _ROOM = 0.6, 0.92  # of a name: its height, and its width on each face of a row


class CubesPicture:
    """Draws arrangements on the cubic lattice."""

    def draw(self, parts: Sequence[Part], *, apart: bool = True) -> Picture:
        """The pieces, lifted off one another where they are to be ``apart``."""
        bodies = [[place_of(CUBIC, cell) for cell in part.cells] for part in parts]
        xs, ys, _ = zip(*(place for body in bodies for place in body), strict=True)
        gap = max(2, round(0.22 * (max(xs) - min(xs) + max(ys) - min(ys) + 2)))
        owner: dict[Cube, int] = {}
        for n, (body, lift) in enumerate(
            zip(bodies, lifts(bodies, 0.5, gap) if apart else [0.0] * len(bodies), strict=True)
        ):
            owner |= {(round(x), round(-y), round(z + lift)): n for x, y, z in body}
        return _picture(parts, owner)


def _picture(parts: Sequence[Part], owner: dict[Cube, int]) -> Picture:
    """The cubes, each in the colour of its part, with the parts' names."""
    seen = look(owner)
    frame = _Frame(list(seen))
    whole: dict[int, list[Face]] = {}
    for face in whole_faces(seen):
        whole.setdefault(face.body, []).append(face)
    shown: dict[int, dict[Triangle, Face]] = {}
    for triangle, face in seen.items():
        shown.setdefault(face.body, {})[triangle] = face
    sides = {(a, b): face for triangle, face in seen.items() for a, b in _around(triangle)}
    elements: list[svg.Element] = []
    for n in sorted(shown):
        elements.append(_body(frame, parts[n], shown[n], whole.get(n, [])))
    elements += _lines(frame, sides, {n for n, part in enumerate(parts) if part.fixed})
    return Picture(frame.width, frame.height, elements)


class _Frame:
    """The units of the picture."""

    def __init__(self, triangles: Sequence[Triangle]):
        left, top, right, bottom = SCREEN.bounds(triangles)  # type: ignore[arg-type]
        self._left, self._top = left - _RIM, top - _RIM
        self.width, self.height = (right - left + 2 * _RIM) * _EDGE, (bottom - top + 2 * _RIM) * _EDGE

    def at(self, point: Point) -> Point:
        return (point[0] - self._left) * _EDGE, (point[1] - self._top) * _EDGE

    def corner(self, corner: Corner) -> Point:
        x, y = self.at(SCREEN.at(corner))
        return short(x), short(y)


def _body(frame: _Frame, part: Part, shown: dict[Triangle, Face], whole: Sequence[Face]) -> svg.Element:
    """What is seen of a piece: an area for each direction of its faces, and its name."""
    by_side: dict[Side, list[Triangle]] = {}
    for triangle, face in shown.items():
        by_side.setdefault(face.side, []).append(triangle)
    elements: list[svg.Element] = []
    for side, triangles in by_side.items():
        color = to_hex(_lit(part.color, side))
        data: list[svg.PathData] = []
        for loop in contour(SCREEN, triangles):  # type: ignore[arg-type]
            first, *others = map(frame.corner, loop)
            data += [svg.M(*first), *(svg.L(*point) for point in others), svg.Z()]
        elements.append(svg.Path(d=data, fill=color, stroke=color, stroke_width=0.4))
    if whole and part.name:
        elements.append(_name(frame, part, whole))
    return titled(part.title, *elements)


def _lit(color: Color, side: Side) -> Color:
    return lighter(color, side.light) if side.light > 0 else darker(color, -side.light)


def _name(frame: _Frame, part: Part, whole: Sequence[Face]) -> svg.Element:
    """The name, lying on a row of faces that are seen whole: large, on top where it can be, near the piece's middle."""
    center = middle([face.middle for face in whole])

    def merit(row: Sequence[Face]) -> tuple[float, float, float]:
        size = min(_LARGEST, _ROOM * len(row) / part.text_width)
        return round(size, 2), row[0].side.light, -math.dist(_middle(row), center)

    row = max(_rows(whole), key=merit)
    text, size = fitted(part, largest=_LARGEST, smallest=0.2, room=_ROOM * len(row))
    (ax, ay), (dx, dy), (mx, my) = row[0].side.along, row[0].side.down, frame.at(_middle(row))
    color = MUTED if part.bare else to_hex(ink(_lit(part.color, row[0].side)))
    written = label(text, 0, 0, size * _EDGE, color=color, small=part.index)
    written.transform = [svg.Matrix(*map(short, (ax, ay, dx, dy, mx, my)))]
    return written


def _rows(whole: Sequence[Face]) -> list[list[Face]]:
    """Every row of faces beside one another, from one to all that there are."""
    present, rows = set(whole), []
    for face in sorted(whole, key=lambda face: (face.side.normal, face.cube)):
        row = [face]
        rows.append(list(row))
        while (face := face.next) in present:
            row.append(face)
            rows.append(list(row))
    return rows


def _middle(row: Sequence[Face]) -> Point:
    return middle([face.middle for face in row])


def _lines(frame: _Frame, sides: dict[tuple[Corner, Corner], Face], fixed: set[int]) -> list[svg.Element]:
    """Strong lines around pieces, heavy ones around those that are fixed, finer ones along their edges, faint ones
    between the cubes of a face."""
    faint: list[svg.PathData] = []
    fine: list[svg.PathData] = []
    strong: list[svg.PathData] = []
    heavy: list[svg.PathData] = []
    for (a, b), face in sides.items():
        beyond = sides.get((b, a))
        if beyond is not None and (a > b or beyond == face):
            continue
        if beyond is None or beyond.body != face.body:
            lines = heavy if face.body in fixed or (beyond is not None and beyond.body in fixed) else strong
        else:
            lines = faint if beyond.plane == face.plane else fine
        lines += [svg.M(*frame.corner(a)), svg.L(*frame.corner(b))]
    return [
        svg.Path(d=data, fill="none", stroke=INK, stroke_width=width, stroke_opacity=opacity, stroke_linecap="round")
        for data, width, opacity in ((faint, 0.8, 0.16), (fine, 0.9, 0.45), (strong, 1.5, None), (heavy, 3.5, None))
        if data
    ]


def _around(triangle: Triangle) -> list[tuple[Corner, Corner]]:
    a, b, c = triangle
    return [(a, b), (b, c), (c, a)]

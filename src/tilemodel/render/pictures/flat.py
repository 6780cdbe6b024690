"""Flat boards: the ground, the pieces on it with rounded outlines, and what is written on both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import svg

from tilemodel.lattice import Cell, Lattice
from tilemodel.puzzle import Board
from tilemodel.render.colors import darker, ink, lighter, to_hex
from tilemodel.render.pictures.contour import contour, seams
from tilemodel.render.pictures.lettering import place_for
from tilemodel.render.pictures.markup import CELL, INK, MUTED, Picture, label, shortened, titled
from tilemodel.render.pictures.rounding import rounded, short
from tilemodel.render.pictures.scene import GROUND, Part, cell_texts, fitted
from tilemodel.render.pictures.tiling import Point, Tiling, tiling_of

_EDGE = darker(GROUND, 0.35)
RIM = 0.09  # of the ground around the board, in sides of a cell
_GAP = 0.025  # between a piece and the sides of its cells


class FlatPicture:
    """Draws arrangements on one flat board; ``extent`` are cells to leave room for, the board's by default."""

    def __init__(self, board: Board, lattice: Lattice, extent: Sequence[Cell] = ()):
        self._board, self._tiling = board, tiling_of(lattice)
        self._frame = Frame(self._tiling, extent or board.cells, RIM)

    def draw(self, parts: Sequence[Part]) -> Picture:
        """The board with these pieces in place."""
        elements = [ground(self._frame, self._board.cells)]
        covered = {cell for part in parts for cell in part.cells}
        bare = [cell for cell in self._board.cells if cell not in covered]
        if bare:
            elements.append(cell_lines(self._frame, bare))
        # Fixed pieces come last, so that their heavy outline lies above their neighbours.
        elements += [tile(self._frame, part) for part in sorted(parts, key=lambda part: part.fixed)]
        elements += board_texts(self._frame, self._board, {cell: part for part in parts for cell in part.cells})
        return Picture(self._frame.width, self._frame.height, elements)


class Frame:
    """The units of a picture, for cells of a tiling: a rectangle around some cells with a rim."""

    def __init__(self, tiling: Tiling, cells: Iterable[Cell], rim: float):
        self.tiling = tiling
        left, top, right, bottom = tiling.bounds(cells)
        self._left, self._top = left - rim, top - rim
        self.width, self.height = (right - left + 2 * rim) * CELL, (bottom - top + 2 * rim) * CELL

    def at(self, point: Point) -> Point:
        """Where a point of the tiling is in the picture."""
        return (point[0] - self._left) * CELL, (point[1] - self._top) * CELL

    def outline(
        self, cells: Iterable[Cell], *, inset: float = _GAP, convex: float = 0.16, concave: float = 0.1
    ) -> list[svg.PathData]:
        """A path around cells, with lengths in sides of a cell; outside them where ``inset`` is negative, so that
        cells that touch at a corner are joined."""
        around = contour(self.tiling, cells, joined=inset < 0)
        loops = [[self.at(self.tiling.at(corner)) for corner in loop] for loop in around]
        return rounded(loops, inset=inset * CELL, convex=convex * CELL, concave=concave * CELL)

    def seams(self, cells: Iterable[Cell]) -> list[svg.PathData]:
        """A path along the sides that two of the cells share."""
        data: list[svg.PathData] = []
        for a, b in seams(self.tiling, cells):
            data.append(svg.M(*map(short, self.at(self.tiling.at(a)))))
            data.append(svg.L(*map(short, self.at(self.tiling.at(b)))))
        return data


def ground(frame: Frame, cells: Iterable[Cell]) -> svg.Element:
    """The board itself, a little larger than its cells."""
    path = frame.outline(cells, inset=-0.8 * RIM, convex=0.2, concave=0.06)
    return svg.Path(d=path, fill=to_hex(GROUND), stroke=to_hex(_EDGE), stroke_width=1.2)


def cell_lines(frame: Frame, cells: Iterable[Cell]) -> svg.Element:
    """Cells that no piece covers, each as a hollow of its own."""
    data = [step for cell in cells for step in frame.outline([cell], inset=0.07, convex=0.12)]
    fill, stroke = to_hex(lighter(GROUND, 0.45)), to_hex(darker(GROUND, 0.12))
    return titled("empty", svg.Path(d=data, fill=fill, stroke=stroke, stroke_width=1))


def tile(frame: Frame, part: Part) -> svg.Element:
    """A piece with its outline, faint lines between its cells, and its name."""
    path = frame.outline(part.cells)
    stroke, width = (INK, 3) if part.fixed else (to_hex(darker(part.color, 0.38)), 1.4)
    elements: list[svg.Element] = [svg.Path(d=path, fill=to_hex(part.color), stroke=stroke, stroke_width=width)]
    if lines := frame.seams(part.cells):
        elements.insert(1, svg.Path(d=lines, fill="none", stroke=to_hex(ink(part.color)), stroke_opacity=0.13))
    elements.append(name_on(frame, part))
    return titled(part.title, *elements)


def name_on(frame: Frame, part: Part) -> svg.Element:
    """The name of a piece, where there is room for it."""
    spot, room = place_for(frame.tiling, part.cells, part.text_width)
    text, size = fitted(part, largest=min(0.46, 1.2 * frame.tiling.inner), smallest=0.2, room=room)
    x, y = frame.at(spot)
    return label(text, x, y, size * CELL, color=to_hex(ink(part.color)), small=part.index)


def board_texts(frame: Frame, board: Board, parts: dict[Cell, Part]) -> list[svg.Element]:
    """Labels and names of cells: in the middle of a bare cell, small labels in the corner of a covered one."""
    written = cell_texts(board)
    inner = frame.tiling.inner * CELL
    texts: list[svg.Element] = []
    for cell in board.cells:
        x, y = frame.at(frame.tiling.center(cell))
        text = written.get(cell, "")
        if text and cell not in parts:
            size = 0.62 * inner if len(text) > 1 else 0.8 * inner
            texts.append(label(shortened(text, 1.9 * inner / size), x, y, size, color=MUTED, bold=False))
        elif cell in board.labels:
            size, color = 0.42 * inner, to_hex(ink(parts[cell].color))
            away = 0.66 * inner if frame.tiling.inner == 0.5 else 0.5 * inner
            texts.append(label(board.labels[cell], x - away, y - away, size, color=color, bold=False, opacity=0.75))
    return texts

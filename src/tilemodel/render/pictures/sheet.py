"""The pieces of a puzzle by themselves: to look at, or flat ones to print and cut out in their true size."""

from __future__ import annotations

from collections.abc import Sequence

import svg

from tilemodel.errors import UsageError
from tilemodel.puzzle import Piece, Puzzle
from tilemodel.render.colors import lighter, to_hex
from tilemodel.render.copies import how_many
from tilemodel.render.palette import PieceColors
from tilemodel.render.pictures.balls import PilePicture, flat_balls
from tilemodel.render.pictures.cubes import CubesPicture
from tilemodel.render.pictures.flat import Frame, name_on, tile
from tilemodel.render.pictures.markup import CELL, INK, Picture, captioned, document, moved, titled
from tilemodel.render.pictures.scene import Part
from tilemodel.render.pictures.tiling import tiling_of

_PAGE = 190.0
"""The width of a sheet in millimetres: A4 paper without its margins."""

_MOST = 500  # pieces on a sheet


def cutting_sheet(puzzle: Puzzle, cell: float = 20.0) -> str:
    """The pieces of a flat puzzle as an SVG file to print and cut along the lines: every copy, in true size, with
    cells whose sides (of hexagons: opposite sides' distance) are so many millimetres.

    A piece that may be used any number of times, or several, is there as often as it can be used at most, as far as
    the board has room for it. Raises UsageError for solid puzzles, and for more pieces than anyone would cut.
    """
    if not puzzle.lattice.flat:
        raise UsageError("pieces to cut out are flat, and this puzzle is solid; leave out --sheet to see its pieces")
    colors = PieceColors(puzzle).pieces
    pictures = []
    for piece in puzzle.pieces:
        part = Part(piece.name, piece.cells, colors[piece.name])
        pictures += [_outline(puzzle, part)] * _most_copies(puzzle, piece)
        if len(pictures) > _MOST:
            raise UsageError(f"there are more than {_MOST} pieces, which is too many for a sheet to cut out")
    width = max([_PAGE / cell * CELL, *(picture.width for picture in pictures)])
    rows = in_shelves(pictures, width, gap=4.0 / cell * CELL)
    return document(rows, f"{puzzle.title or puzzle.name}: pieces to cut out", millimetres=cell)


def draw_pieces(puzzle: Puzzle, width: float) -> Picture:
    """Each piece once, as it is written, with its name, and how often it is there where that is not once."""
    colors = PieceColors(puzzle).pieces
    pictures = []
    for piece in puzzle.pieces:
        picture = _single(puzzle, Part(piece.name, piece.cells, colors[piece.name]))
        number = how_many(piece)
        pictures.append(captioned(picture, number) if number else picture)
    return in_shelves(pictures, max([width, *(picture.width for picture in pictures)]), gap=0.5 * CELL)


def _most_copies(puzzle: Puzzle, piece: Piece) -> int:
    """How often a piece can be used at most on a board of this size."""
    room = len(puzzle.board.cells) // piece.size
    return room if piece.maximum is None else min(piece.maximum, max(room, piece.minimum))


def in_shelves(pictures: Sequence[Picture], width: float, gap: float) -> Picture:
    """Pictures in rows as long as they fit the width, high ones first so that little room is lost."""
    elements: list[svg.Element] = []
    x = y = widest = shelf = 0.0
    for picture in sorted(pictures, key=lambda picture: -round(picture.height, 3)):
        if x and x + picture.width > width + 1e-6:
            x, y, shelf = 0.0, y + shelf + gap, 0.0
        elements.append(moved(picture, x, y))
        x += picture.width + gap
        widest, shelf = max(widest, x - gap), max(shelf, picture.height)
    return Picture(widest, y + shelf, elements)


def _outline(puzzle: Puzzle, part: Part) -> Picture:
    """Sharp lines to cut along, of exactly the piece's size, and a pale colour that does not hide the pencil."""
    frame = Frame(tiling_of(puzzle.lattice), part.cells, 0.03)
    pale = Part(part.name, part.cells, lighter(part.color, 0.55))
    path = frame.outline(part.cells, inset=0, convex=0, concave=0)
    line = svg.Path(d=path, fill=to_hex(pale.color), stroke=INK, stroke_width=0.8, stroke_linejoin="round")
    folds = svg.Path(d=frame.seams(part.cells), fill="none", stroke=INK, stroke_opacity=0.2, stroke_width=0.6)
    return Picture(frame.width, frame.height, [titled(part.title, line, folds, name_on(frame, pale))])


def _single(puzzle: Puzzle, part: Part) -> Picture:
    if not puzzle.lattice.flat:
        solid = PilePicture(puzzle.lattice) if puzzle.balls else CubesPicture()
        return solid.draw([part], apart=False)
    frame = Frame(tiling_of(puzzle.lattice), part.cells, 0.03)
    drawn = flat_balls(frame, puzzle.lattice, part) if puzzle.balls else tile(frame, part)
    return Picture(frame.width, frame.height, [drawn])

"""Solid arrangements cut into their layers, each drawn flat, so that every cell is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilemodel.lattice import SQUARE, Cell
from tilemodel.puzzle import Board, Puzzle
from tilemodel.render.pictures.balls import FlatBallsPicture
from tilemodel.render.pictures.flat import FlatPicture
from tilemodel.render.pictures.markup import Picture, captioned
from tilemodel.render.pictures.scene import Part
from tilemodel.render.plane import plane_of


def draw_layers(puzzle: Puzzle, parts: Sequence[Part]) -> list[Picture]:
    """A picture of each layer, in the order of their numbers, with the number."""
    spot = plane_of(puzzle.lattice).spot
    spots = {cell: spot(cell) for cell in puzzle.board.cells}
    extent: list[Cell] = [place[1:] for place in spots.values()]
    caption, first = ("layer {}", " (top)") if puzzle.lattice.name == "cubic" else ("z = {}", " (bottom)")
    pictures: list[Picture] = []
    for layer in sorted({place[0] for place in spots.values()}):
        flat: dict[Cell, Cell] = {cell: place[1:] for cell, place in spots.items() if place[0] == layer}
        painter = (FlatBallsPicture if puzzle.balls else FlatPicture)(_board_of(puzzle.board, flat), SQUARE, extent)
        cut = (replace(part, cells=tuple(flat[c] for c in part.cells if c in flat)) for part in parts)
        said = caption.format(layer) + ("" if pictures else first)
        pictures.append(captioned(painter.draw([part for part in cut if part.cells]), said, size=20))
    return pictures


def _board_of(board: Board, flat: dict[Cell, Cell]) -> Board:
    """The cells of one layer as a flat board."""
    return Board(
        tuple(flat.values()),
        labels={flat[cell]: label for cell, label in board.labels.items() if cell in flat},
        optional=frozenset(flat[cell] for cell in board.optional if cell in flat),
        names={name: flat[cell] for name, cell in board.names.items() if cell in flat},
    )

"""A puzzle and its arrangements as one SVG file: the entry to this folder."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tilemodel.errors import UsageError
from tilemodel.puzzle import Puzzle
from tilemodel.render.colors import Color
from tilemodel.render.palette import PieceColors
from tilemodel.render.pictures.balls import FlatBallsPicture, PilePicture, paints
from tilemodel.render.pictures.cubes import CubesPicture
from tilemodel.render.pictures.flat import FlatPicture
from tilemodel.render.pictures.layers import draw_layers
from tilemodel.render.pictures.markup import CELL, Picture, captioned, document, in_rows, scaled
from tilemodel.render.pictures.scene import GROUND, Part, bare_parts, parts_of
from tilemodel.render.pictures.sheet import draw_pieces
from tilemodel.solution import Solution

MOST, MOST_CELLS = 1000, 100_000
"""More arrangements, or more cells in all, make no picture that anyone would look at."""

_GAP = 28.0


def check_ready() -> None:
    """Nothing is missing."""


def draw_album(puzzle: Puzzle, solutions: Sequence[Solution], remark: str) -> str:
    """Arrangements, or the remark where there is none, or the puzzle itself where nothing is to be said, either."""
    return draw_solutions(puzzle, solutions, remark) if solutions or remark else draw_puzzle(puzzle)


def draw_solutions(puzzle: Puzzle, solutions: Sequence[Solution], remark: str = "") -> str:
    """Arrangements as an SVG file: one alone, or several in a grid, each with its number; the bare board, with a
    remark, where there is none. Solid arrangements are taken apart; one alone is shown whole and in layers as well.

    Raises UsageError where there are more than ``MOST``, or more than ``MOST_CELLS`` cells.
    """
    _check_extent(puzzle, len(solutions))
    colors = PieceColors(puzzle, solutions)
    scenes = [parts_of(puzzle, solution, colors) for solution in solutions]
    name = puzzle.title or puzzle.name or "a puzzle"
    used = {part.color for parts in scenes for part in parts}
    if not scenes:
        return _file(puzzle, captioned(draw_board(puzzle), remark), f"{name}: {remark}", used)
    if len(scenes) == 1:
        picture = _flat(puzzle, scenes[0]) if puzzle.lattice.flat else _solid(puzzle, scenes[0])
        return _file(puzzle, picture, name, used)
    draw = _flat if puzzle.lattice.flat else _taken_apart
    numbered = [captioned(draw(puzzle, parts), f"{n:,}") for n, parts in enumerate(scenes, 1)]
    return _file(puzzle, _grid(numbered), f"{name}: {len(scenes):,} arrangements", used)


def draw_puzzle(puzzle: Puzzle) -> str:
    """The bare board and, below it, the pieces, as an SVG file."""
    _check_extent(puzzle, 1)
    board = draw_board(puzzle)
    pieces = draw_pieces(puzzle, max(board.width, 12 * CELL))
    colors = set(PieceColors(puzzle).pieces.values())
    name = puzzle.title or puzzle.name or "a puzzle"
    return _file(puzzle, in_rows([board, pieces] if puzzle.pieces else [board], 1, 2 * _GAP), name, colors)


def draw_board(puzzle: Puzzle) -> Picture:
    """The board without any piece on it."""
    if puzzle.lattice.flat:
        return _flat(puzzle, [])
    return _space(puzzle).draw(bare_parts(puzzle, []), apart=False)


def _check_extent(puzzle: Puzzle, number: int) -> None:
    if number > MOST:
        raise UsageError(f"a picture of {number:,} arrangements is too large; draw at most {MOST:,} (--limit)")
    if (cells := len(puzzle.board.cells) * max(number, 1)) > MOST_CELLS:
        raise UsageError(f"a picture of {cells:,} cells is too large; it can have {MOST_CELLS:,}")


def _file(puzzle: Puzzle, picture: Picture, title: str, colors: set[Color]) -> str:
    return document(picture, title, defs=paints(sorted(colors | {GROUND})) if puzzle.balls else ())


def _flat(puzzle: Puzzle, parts: Sequence[Part]) -> Picture:
    return (FlatBallsPicture if puzzle.balls else FlatPicture)(puzzle.board, puzzle.lattice).draw(parts)


def _space(puzzle: Puzzle) -> CubesPicture | PilePicture:
    return PilePicture(puzzle.lattice) if puzzle.balls else CubesPicture()


def _taken_apart(puzzle: Puzzle, parts: Sequence[Part]) -> Picture:
    return _space(puzzle).draw([*parts, *bare_parts(puzzle, parts)])


def _solid(puzzle: Puzzle, parts: Sequence[Part]) -> Picture:
    """One arrangement: whole, taken apart, and its layers."""
    everything = [*parts, *bare_parts(puzzle, parts)]
    whole = _space(puzzle).draw(everything, apart=False)
    layers = [scaled(layer, 0.6) for layer in draw_layers(puzzle, parts)]
    left = in_rows([whole, _grid(layers)], 1, 2 * _GAP)
    return in_rows([left, _taken_apart(puzzle, parts)], 2, 2 * _GAP)


def _grid(pictures: Sequence[Picture]) -> Picture:
    """Rows of so many that the whole is a little wider than high."""
    width, height = (max(getattr(picture, side) for picture in pictures) + _GAP for side in ("width", "height"))
    columns = max(1, min(len(pictures), round(math.sqrt(1.3 * len(pictures) * height / width))))
    return in_rows(pictures, columns, _GAP)

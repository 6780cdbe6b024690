"""A puzzle and its arrangements as one SVG file: the entry to this folder."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tilemodel.errors import UsageError
from tilemodel.puzzle import Puzzle
from tilemodel.render.palette import PieceColors
from tilemodel.render.pictures.flat import FlatPicture
from tilemodel.render.pictures.markup import Picture, captioned, document, in_rows
from tilemodel.render.pictures.scene import parts_of
from tilemodel.solution import Solution

MOST = 1000
"""More arrangements than this make no picture that anyone would look at."""


def draw_solutions(puzzle: Puzzle, solutions: Sequence[Solution], remark: str = "") -> str:
    """Arrangements as an SVG file: one alone, or several in a grid, each with its number; the bare board, with a
    remark, where there is none.

    Raises UsageError where there are more than ``MOST``.
    """
    if len(solutions) > MOST:
        raise UsageError(f"a picture of {len(solutions):,} arrangements is too large; draw at most {MOST:,}")
    if not puzzle.lattice.flat:
        raise UsageError("there are no SVG pictures of three dimensions in this version; --format text draws layers")
    colors = PieceColors(puzzle, solutions)
    painter = FlatPicture(puzzle)
    pictures = [painter.draw(parts_of(puzzle, solution, colors)) for solution in solutions]
    name = puzzle.title or puzzle.name or "a puzzle"
    if not pictures:
        return document(captioned(painter.draw([]), remark), f"{name}: {remark}")
    if len(pictures) == 1:
        return document(pictures[0], name)
    numbered = [captioned(picture, f"{n:,}") for n, picture in enumerate(pictures, 1)]
    return document(in_rows(numbered, _columns(numbered), 28.0), f"{name}: {len(solutions):,} arrangements")


def _columns(pictures: Sequence[Picture]) -> int:
    """So many in a row that the whole is a little wider than high."""
    width, height = (max(getattr(p, side) for p in pictures) + 28.0 for side in ("width", "height"))
    return max(1, min(len(pictures), round(math.sqrt(1.3 * len(pictures) * height / width))))

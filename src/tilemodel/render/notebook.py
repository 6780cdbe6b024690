"""What a notebook shows of a Puzzle and of a Solution."""

from __future__ import annotations

from tilemodel.errors import UsageError
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution


def svg(value: object) -> str | None:
    """A puzzle's board and pieces, or an arrangement; None for one of which it is not known what puzzle it solves, and
    for what is too large to look at."""
    from tilemodel.render.pictures.album import draw_puzzle, draw_solutions

    try:
        if isinstance(value, Puzzle):
            return draw_puzzle(value)
        if isinstance(value, Solution) and value.puzzle is not None:
            return draw_solutions(value.puzzle, [value])
    except UsageError:
        pass  # the notebook shows the value's words instead
    return None

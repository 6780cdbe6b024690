"""Formats that are looked at rather than read: each makes one file of all arrangements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution

Painter = Callable[[Puzzle, Sequence[Solution], str], str]
"""From a puzzle, its arrangements, and what to say where there is none: the puzzle itself is shown where nothing is
to be said, either."""


def _svg(puzzle: Puzzle, solutions: Sequence[Solution], remark: str) -> str:
    from tilemodel.render.pictures.album import draw_puzzle, draw_solutions

    return draw_solutions(puzzle, solutions, remark) if solutions or remark else draw_puzzle(puzzle)


PICTURES: dict[str, Painter] = {"svg": _svg}
"""What draws each format."""

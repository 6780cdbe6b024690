"""Formats that are looked at rather than read: each makes one file of all arrangements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution

Painter = Callable[[Puzzle, Sequence[Solution], str], str]
"""From a puzzle, its arrangements, and what to say where there is none."""


def _svg(puzzle: Puzzle, solutions: Sequence[Solution], remark: str) -> str:
    from tilemodel.render.pictures.album import draw_solutions

    return draw_solutions(puzzle, solutions, remark)


PICTURES: dict[str, Painter] = {"svg": _svg}
"""What draws each format."""

"""What a notebook shows of a Puzzle and of a Solution."""

from __future__ import annotations

from html import escape

from tilemodel.errors import MissingPartError, UsageError
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


def html(value: object) -> str | None:
    """The 3-D page of a solid arrangement, in a frame; None where the SVG says it all, and where there is no page."""
    if not isinstance(value, Solution) or value.puzzle is None or value.puzzle.lattice.flat:
        return None
    from tilemodel.render.page import page_html

    try:
        page = page_html(value.puzzle, [value])
    except (MissingPartError, UsageError):
        return None  # the notebook shows the SVG instead
    # Scripts run, but in an origin of their own: the page cannot reach the notebook.
    return (
        f'<iframe title="{escape(value.puzzle.title or value.puzzle.name)}" sandbox="allow-scripts allow-downloads" '
        f'style="width: 100%; height: 560px; border: 0" srcdoc="{escape(page)}"></iframe>'
    )

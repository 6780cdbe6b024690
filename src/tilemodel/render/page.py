"""The page: one file of HTML that shows arrangements in three dimensions, in any browser, without a network.

The page itself is made from ``src/viewer`` when the package is built; here the puzzle and its arrangements are put
into it as JSON, which the browser never runs and never reads as HTML.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from tilemodel.errors import MissingPartError, UsageError
from tilemodel.puzzle import Puzzle
from tilemodel.render.scene import scene_data
from tilemodel.solution import Solution

_TITLE, _DATA = "{{title}}", "{{data}}"

MOST = 100_000
"""More arrangements than this are too many for one page."""


def page_html(puzzle: Puzzle, solutions: Sequence[Solution], remark: str = "") -> str:
    """A self-contained page that shows these arrangements of a puzzle; with a remark where there is none.

    Raises MissingPartError where the package was built without the page, UsageError for more than ``MOST``.
    """
    if len(solutions) > MOST:
        raise UsageError(f"a page of {len(solutions):,} arrangements is too large; it can show {MOST:,}")
    data = scene_data(puzzle, solutions) | {"remark": "" if solutions else remark}
    before, after = _template().split(_DATA)
    return before.replace(_TITLE, html.escape(data["title"])) + _script_safe(data) + after


def check_ready() -> None:
    """Raises MissingPartError where the package was built without the page."""
    _template()


def _template() -> str:
    try:
        return (files("tilemodel") / "viewer" / "page.html").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingPartError(
            "this installation has no 3-D page: the page is bundled when tilemodel is built, and Node.js with npm was "
            "not found then, or could not fetch its packages; install Node.js 20 or newer, then install tilemodel "
            "again (pip install --force-reinstall --no-cache-dir .)"
        ) from None


def _script_safe(data: Any) -> str:
    """JSON without a character that could end a script element or open a comment in it."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")

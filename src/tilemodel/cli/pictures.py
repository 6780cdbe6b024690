"""Formats that are looked at rather than read: each makes one file of all arrangements."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass

from tilemodel.errors import UsageError
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution


@dataclass(frozen=True)
class Medium:
    """Where a format is made: the module has ``MOST``, ``check_ready()`` and the named function, which takes a puzzle,
    its arrangements, and what to say where there is none: the puzzle itself is shown where nothing is to be said,
    either."""

    module: str
    function: str

    def paint(self, puzzle: Puzzle, solutions: Sequence[Solution], remark: str) -> str:
        """The file."""
        return getattr(self._module, self.function)(puzzle, solutions, remark)

    def check_ready(self) -> None:
        """Raises MissingPartError where this installation cannot make it: better before a search than after it."""
        self._module.check_ready()

    def check_number(self, number: int) -> None:
        """Raises UsageError where so many arrangements are too many for one file."""
        if number > (most := self._module.MOST):
            raise UsageError(f"one file shows at most {most:,} arrangements in this format; ask for fewer with --limit")

    @property
    def _module(self):
        return importlib.import_module(self.module)


PICTURES = {
    "svg": Medium("tilemodel.render.pictures.album", "draw_album"),
    "html": Medium("tilemodel.render.page", "page_html"),
}
"""What makes each format."""

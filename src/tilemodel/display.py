"""Values that show themselves in a notebook.

Puzzles and solutions are far below the code that draws pictures, and know nothing of it. They ask whoever has put
itself into ``PAINTERS``; the package does that when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable

PAINTERS: dict[str, Callable[[object], str | None]] = {}
"""For ``svg`` and ``html``: from a value to its picture, or None where there is none of this kind."""


class Shown:
    """The two methods by which Jupyter, and whatever follows it, asks a value for pictures."""

    def _repr_svg_(self) -> str | None:
        return _picture("svg", self)

    def _repr_html_(self) -> str | None:
        return _picture("html", self)


def _picture(form: str, value: object) -> str | None:
    paint = PAINTERS.get(form)
    return paint(value) if paint is not None else None

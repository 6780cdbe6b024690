"""What a terminal can show, from its environment, and how it is told to."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from tilemodel.render.colors import Color, ink


class ColorDepth(Enum):
    """How many colours may be used."""

    NONE = "none"
    INDEXED = "256 colours"
    TRUE = "24 bits"


def color_depth(is_terminal: bool, environ: Mapping[str, str]) -> ColorDepth:
    """The colours to use for a stream.

    ``NO_COLOR`` (no-color.org) wins over ``FORCE_COLOR`` (``3`` for 24 bits), which wins over what the stream is;
    ``COLORTERM`` and ``TERM`` say what a terminal can do.
    """
    if environ.get("NO_COLOR"):
        return ColorDepth.NONE
    forced = environ.get("FORCE_COLOR", "")
    if forced in ("0", "false") or not (forced or is_terminal):
        return ColorDepth.NONE
    term = environ.get("TERM", "")
    if forced == "3" or environ.get("COLORTERM") in ("truecolor", "24bit") or term.endswith("-direct"):
        return ColorDepth.TRUE
    return ColorDepth.INDEXED if forced or "256color" in term else ColorDepth.NONE


def paint(text: str, background: Color, depth: ColorDepth) -> str:
    """The text on a coloured ground, as ANSI escape codes."""
    return f"\x1b[{_code(48, background, depth)};{_code(38, ink(background), depth)}m{text}\x1b[0m"


def _code(role: int, color: Color, depth: ColorDepth) -> str:
    if depth is ColorDepth.TRUE:
        return f"{role};2;{color[0]};{color[1]};{color[2]}"
    return f"{role};5;{_nearest_index(color)}"


def _nearest_index(color: Color) -> int:
    """The nearest of the 6x6x6 cube of a 256-colour terminal, whose levels are 0, 95, 135, 175, 215, 255."""
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (min(range(6), key=lambda i: abs(levels[i] - c)) for c in color)
    return 16 + 36 * red + 6 * green + blue

"""What a terminal can show, from its environment."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


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

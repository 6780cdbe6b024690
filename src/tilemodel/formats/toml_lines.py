"""On which line of a TOML file a key stands. tomllib forgets it, and people want to be told."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")


def find_line(text: str, key: str) -> int | None:
    """The line (from 1) of a key path such as ``piece[2].cells``, or of the nearest thing above it.

    Best effort: follows table headers and keys at the start of a line, and looks into nothing else.
    """
    steps = _STEP.findall(key)
    if not steps:
        return None
    table, number = steps[0][0], int(steps[0][1] or 0)
    inner = steps[1][0] if len(steps) > 1 else None
    best, seen, inside = None, -1, False
    for line_number, line in _significant_lines(text):
        if header := _HEADER.match(line):
            name = header[2].strip().strip("\"'")
            seen += name == table
            inside = name == table and seen == number
            if inside:
                best = line_number
        elif inside and inner and _is_key(line, inner):
            return line_number
        elif seen < 0 and not inside and _is_key(line, table):
            best = line_number
    return best


def _is_key(line: str, key: str) -> bool:
    return re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line) is not None


def _significant_lines(text: str) -> list[tuple[int, str]]:
    """The lines that do not begin inside a multi-line string."""
    result, closing = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if closing is None:
            result.append((number, line))
        for mark in re.findall(r'"""|\'\'\'', line):
            if closing is None:
                closing = mark
            elif mark == closing:
                closing = None
    return result

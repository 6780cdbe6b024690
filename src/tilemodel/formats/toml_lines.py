"""On which line of a TOML file a key stands. tomllib forgets it, and people want to be told.

Only for text that tomllib has read: statements are told apart by their brackets and strings, and nothing is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r'#[^\n]*|"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[\[{]|[\]}]|\n', re.DOTALL
)
_KEY_PART = re.compile(r'\s*(?:"((?:\\.|[^"\\\n])*)"|\'([^\'\n]*)\'|([\w-]+))\s*(\.?)')


def find_line(text: str, key: str) -> int | None:
    """The line (from 1) of a key path such as ``piece[2].cells[0]``, or of the innermost key above it that is known.

    Keys inside a list or a table that is written in one statement are not looked for: it is the statement's line.
    """
    best, length = None, 0
    for path, line in _keys(text):
        inside = key.startswith(path) and key[len(path) : len(path) + 1] in ("", ".", "[")
        if inside and len(path) > length:
            best, length = line, len(path)
    return best


def _keys(text: str) -> Iterator[tuple[str, int]]:
    """The key path of every table and every assignment, with its line."""
    entries: dict[str, int] = {}  # of each array of tables, how many have begun
    table = ""
    for line, statement in _statements(text):
        if statement.startswith("["):
            is_entry = statement.startswith("[[")
            table = ""
            parts = _parts(statement.lstrip("["))
            for i, part in enumerate(parts):
                table = f"{table}.{part}" if table else part
                if is_entry and i == len(parts) - 1:
                    entries[table] = entries.get(table, 0) + 1
                if table in entries:
                    yield table, line
                    table += f"[{entries[table] - 1}]"
            yield table, line
        else:
            path = table
            for part in _parts(statement):
                path = f"{path}.{part}" if path else part
                yield path, line


def _parts(text: str) -> list[str]:
    """The parts of the dotted key that a text begins with."""
    parts, position, more = [], 0, True
    while more and (match := _KEY_PART.match(text, position)):
        parts.append(next(part for part in match.groups()[:3] if part is not None))
        position, more = match.end(), bool(match[4])
    return parts


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The first line of each statement, with its number."""
    depth, start, line, first = 0, 0, 1, 1
    text = text.replace("\r\n", "\n") + "\n"
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        line += mark.count("\n")
        if mark == "\n" and depth == 0:
            statement = text[start : token.start()].strip()
            if statement and not statement.startswith("#"):
                yield first, statement
            start, first = token.end(), line

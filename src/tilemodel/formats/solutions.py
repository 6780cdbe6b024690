"""Solutions as JSON: written one at a time, read back from what ``solve`` prints in either JSON format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from tilemodel.errors import ModelError
from tilemodel.solution import PlacedPiece, Solution

_BROKEN = object()
_BYTE = re.compile(r"\(byte (\d+)\)$")


def solution_to_dict(solution: Solution) -> dict[str, Any]:
    """A solution as plain data: its placements, each with the piece's name and its cells."""
    return {"placements": [{"piece": piece, "cells": cells} for piece, cells in solution.placements]}


def read_solutions(path: str | Path) -> Iterator[Solution]:
    """The solutions of a file: one JSON object with ``solutions``, a list of them, or one a line.

    Lines are read one by one, so that a file may be large. Keys that solutions do not have are passed over, for
    ``solve`` says more than the solutions. Raises ModelError naming the file, and the line or the entry.
    """
    shown = str(path)
    try:
        file = open(path, "rb")
    except OSError as error:
        raise ModelError(f"the file cannot be read: {error.strerror or error}", path=shown) from None
    except ValueError:
        raise ModelError("this is no name of a file", path=repr(shown)) from None
    with file:
        try:
            yield from _read(file)
        except ModelError as error:
            raise ModelError(error.message, path=shown, key=error.key, line=error.line) from None
        except OSError as error:
            raise ModelError(f"the file cannot be read: {error.strerror or error}", path=shown) from None


def _read(file: BinaryIO) -> Iterator[Solution]:
    lines = enumerate(file, 1)
    number, first = next(((n, line) for n, line in lines if line.strip()), (0, b""))
    if not first:
        return  # a file without lines has no solutions
    if number == 1:
        first = first.removeprefix(b"\xef\xbb\xbf")
    try:
        value = _decode(first, number)
    except ModelError:
        value = _BROKEN  # for example the first line of several
    if isinstance(value, dict) and "placements" in value:
        yield _solution(value, line=number)
        for number, line in lines:
            if line.strip():
                yield _solution(_decode(line, number), line=number)
        return
    rest = file.read()
    if value is _BROKEN or rest.strip():
        value = _decode(first + rest, number)
    if isinstance(value, dict) and "placements" in value:
        yield _solution(value)
        return
    key = "solutions" if isinstance(value, dict) else ""
    found = value.get(key) if isinstance(value, dict) else value
    if not isinstance(found, list):
        raise ModelError(f"expected an object with 'solutions', a list of solutions, or one a line, {_found(value)}")
    for i, entry in enumerate(found):
        yield _solution(entry, key=f"{key}[{i}]")


def _decode(text: bytes, line: int) -> Any:
    """The JSON of a text that begins on this line of the file."""
    import msgspec  # here, since who only writes has no need of it

    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        message = str(error).removeprefix("JSON is malformed: ").partition(" - at `")[0]
        if at := _BYTE.search(message):
            message, line = message[: at.start()].rstrip(), line + text[: int(at[1])].count(b"\n")
        raise ModelError(f"this is not JSON: {message}", line=line) from None
    except UnicodeDecodeError:
        raise ModelError("this is not UTF-8 text; solutions are JSON", line=line) from None
    except RecursionError:
        raise ModelError("this is nested too deeply for solutions", line=line) from None


def _solution(value: Any, *, line: int | None = None, key: str = "") -> Solution:
    if not isinstance(value, dict) or not isinstance(value.get("placements"), list):
        raise ModelError(f'expected a solution, {{"placements": [...]}}, {_found(value)}', key=key, line=line)
    from tilemodel.formats.tables import SolutionTable, convert

    try:
        placements = convert(value, SolutionTable, key).placements
    except ModelError as error:
        raise ModelError(error.message, key=error.key.removeprefix("."), line=line) from None
    for i, placed in enumerate(placements):
        if not placed.cells:
            place = f"{key}.placements[{i}].cells".removeprefix(".")
            raise ModelError("the list of cells is empty; a piece in place covers some", key=place, line=line)
    return Solution(tuple(PlacedPiece(placed.piece, placed.cells) for placed in placements))


def _found(value: Any) -> str:
    if isinstance(value, dict):
        keys = ", ".join(map(repr, list(value)[:8]))
        return f"found an object with {keys}" if keys else "found an empty object"
    if isinstance(value, list):
        return "found a list"
    shown = json.dumps(value)
    return f"found {shown if len(shown) < 60 else shown[:57] + '...'}"

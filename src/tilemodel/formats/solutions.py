"""Solutions as JSON: written one at a time, read back from what ``solve`` prints in either JSON format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tilemodel.errors import ModelError
from tilemodel.solution import PlacedPiece, Solution


def solution_to_dict(solution: Solution) -> dict[str, Any]:
    """A solution as plain data: its placements, each with the piece's name and its cells."""
    return {"placements": [{"piece": piece, "cells": cells} for piece, cells in solution.placements]}


def read_solutions(path: str | Path) -> Iterator[Solution]:
    """The solutions of a file: one JSON object with ``solutions``, a list of them, or one a line.

    Lines are read one by one, so that a file may be large. Raises ModelError naming the file and the line.
    """
    path = str(path)
    try:
        with open(path, encoding="utf-8") as file:
            yield from _read(file, path)
    except UnicodeDecodeError:
        raise ModelError("this is not UTF-8 text; solutions are JSON", path=path) from None
    except OSError as error:
        raise ModelError(f"the file cannot be read: {error.strerror or error}", path=path) from None


def _read(file: Any, path: str) -> Iterator[Solution]:
    lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
    number, first = next(lines, (0, ""))
    if not first:
        return  # a file without lines has no solutions
    value = _try_json(first)
    if isinstance(value, dict) and "placements" in value:
        yield _solution(value, path, number)
        for number, line in lines:
            yield _solution(_json(line, path, number), path, number)
        return
    value = _json(first + "".join(line for _, line in lines), path, number)
    found = value.get("solutions") if isinstance(value, dict) else value
    if isinstance(value, dict) and "placements" in value:
        found = [value]
    if not isinstance(found, list):
        raise ModelError("expected an object with 'solutions', a list of them, or one a line", path=path)
    for entry in found:
        yield _solution(entry, path, number)


def _try_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _json(text: str, path: str, line: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ModelError(f"this is not JSON: {error.msg}", path=path, line=line + error.lineno - 1) from None
    except (ValueError, RecursionError) as error:
        raise ModelError(f"this is not JSON: {error}", path=path, line=line) from None


def _solution(value: Any, path: str, line: int) -> Solution:
    def is_cell(cell: Any) -> bool:
        return isinstance(cell, list) and all(isinstance(n, int) and not isinstance(n, bool) for n in cell)

    placements = value.get("placements") if isinstance(value, dict) else None
    if not isinstance(placements, list):
        raise ModelError('expected a solution: {"placements": [...]}', path=path, line=line)
    placed = []
    for i, entry in enumerate(placements):
        piece, cells = (entry.get("piece"), entry.get("cells")) if isinstance(entry, dict) else (None, None)
        if not isinstance(piece, str) or not isinstance(cells, list) or not cells or not all(map(is_cell, cells)):
            expected = '{"piece": "name", "cells": [[0, 0], ...]}'
            raise ModelError(f"expected {expected}", path=path, key=f"placements[{i}]", line=line)
        placed.append(PlacedPiece(piece, tuple(tuple(cell) for cell in cells)))
    return Solution(tuple(placed))

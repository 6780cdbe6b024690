"""Small changes to a puzzle from the command line: cells removed, pieces fixed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from tilemodel.constraints import rules
from tilemodel.errors import ModelError, PuzzleError, UsageError
from tilemodel.formats.values import COORDINATES, named_cell
from tilemodel.lattice import Cell
from tilemodel.puzzle import Board, Puzzle

_NUMBER = re.compile(r"[+-]?\d+")
_CELL_OR_NAME = re.compile(r"[^\s;,]+(?:\s*,\s*[^\s;,]+)*")


def with_removed(puzzle: Puzzle, cells: Sequence[str]) -> Puzzle:
    """The puzzle without these board cells, each written ``R,C`` (``L,R,C``, ...) or by its name.

    Raises UsageError for what is no cell of the board, and where a rule of the puzzle needs a cell that is removed.
    """
    removed = {_cell(puzzle, text, "--remove") for text in cells}
    if not removed:
        return puzzle
    board = puzzle.board
    if len(removed) == len(board.cells):
        raise UsageError("--remove: every cell of the board is removed; at least one must stay")
    kept = Board(
        tuple(cell for cell in board.cells if cell not in removed),
        labels={cell: label for cell, label in board.labels.items() if cell not in removed},
        optional=board.optional - removed,
        names={name: cell for name, cell in board.names.items() if cell not in removed},
    )
    return _validated(replace(puzzle, board=kept), "--remove")


def with_fixed(puzzle: Puzzle, fixes: Sequence[str]) -> Puzzle:
    """The puzzle with pieces fixed, each written ``PIECE=CELLS``: ``P=0,0 0,1 1,0`` or ``P=[[0,0],[0,1],[1,0]]``.

    A cell may be written by its name too. Raises UsageError for anything else, and where the piece cannot lie there.
    """
    if not fixes:
        return puzzle
    from tilemodel.constraints import Fix

    rules_added = (Fix(piece=name, cells=cells) for name, cells in (_piece_and_cells(puzzle, text) for text in fixes))
    return _validated(replace(puzzle, constraints=(*puzzle.constraints, *rules_added)), "--fix")


def _cell(puzzle: Puzzle, text: str, option: str) -> Cell:
    """The board cell written as its coordinates or its name."""
    if not COORDINATES.fullmatch(text):
        try:
            return named_cell(puzzle.board.names, text, option)
        except ModelError as error:
            raise UsageError(f"{option}: {error.message}, or write a cell as {','.join(puzzle.lattice.axes)}") from None
    numbers = _NUMBER.findall(text)
    if any(len(number) > 12 for number in numbers):
        raise UsageError(f"{option}: {text[:40]}... is not a cell of the board")
    cell = tuple(map(int, numbers))
    if why := puzzle.lattice.why_not_a_cell(cell):
        raise UsageError(f"{option}: {text} is no cell: {why}")
    if cell not in puzzle.board.index:
        raise UsageError(f"{option}: {text} is not a cell of the board")
    return cell


def _piece_and_cells(puzzle: Puzzle, text: str) -> tuple[str, tuple[Cell, ...]]:
    name, equals, written = text.rpartition("=")
    if not equals or not name or not written.strip():
        raise UsageError(f"--fix is PIECE=CELLS, such as P='0,0 0,1 1,0', not {text!r}")
    entries = _listed(written) if written.lstrip().startswith("[") else _CELL_OR_NAME.findall(written)
    return name, tuple(_cell(puzzle, entry, "--fix") for entry in entries)


def _listed(written: str) -> list[str]:
    """The entries of a JSON list of cells and names."""
    try:
        entries = json.loads(written)
    except (ValueError, RecursionError):
        entries = None
    if not isinstance(entries, list) or not all(isinstance(entry, list | str) for entry in entries):
        raise UsageError(f"--fix: {written[:80]} is no list of cells, such as [[0,0],[0,1]]")
    return [entry if isinstance(entry, str) else ",".join(map(str, entry)) for entry in entries]


def _validated(puzzle: Puzzle, option: str) -> Puzzle:
    for rule in rules(puzzle):
        try:
            rule.validate(puzzle)
        except PuzzleError as error:
            raise UsageError(f"{option}: {error}") from None
    return puzzle

"""Small changes to a puzzle from the command line: cells removed, pieces fixed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from tilemodel.constraints import Fix
from tilemodel.errors import ModelError, PuzzleError, UsageError
from tilemodel.formats.model import named_cell
from tilemodel.lattice import Cell
from tilemodel.puzzle import Board, Puzzle

_NUMBERS = re.compile(r"\s*\[?\s*-?\d+(?:\s*,\s*-?\d+)+\s*\]?\s*")


def parse_cell(puzzle: Puzzle, text: str, option: str) -> Cell:
    """The board cell written as ``R,C`` (or ``L,R,C``, ...) or by its name."""
    if not _NUMBERS.fullmatch(text):
        try:
            return named_cell(puzzle.board, text, option)
        except ModelError as error:
            raise UsageError(f"{option}: {error.message}, or write a cell as {','.join(puzzle.lattice.axes)}") from None
    cell = tuple(int(number) for number in text.strip(" []").split(","))
    if why := puzzle.lattice.why_not_a_cell(cell):
        raise UsageError(f"{option}: {text} is no cell: {why}")
    if cell not in puzzle.board.index:
        raise UsageError(f"{option}: {text} is not a cell of the board")
    return cell


def with_removed(puzzle: Puzzle, cells: Sequence[str]) -> Puzzle:
    """The puzzle without these board cells. Raises UsageError for what is no cell of the board."""
    removed = {parse_cell(puzzle, text, "--remove") for text in cells}
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
    """The puzzle with pieces fixed, each written ``PIECE=CELLS``: ``P=0,0 0,1 1,0`` or ``P=[[0,0],[0,1],[1,0]]``."""
    if not fixes:
        return puzzle
    return _validated(replace(puzzle, constraints=(*puzzle.constraints, *(_fix(puzzle, f) for f in fixes))), "--fix")


def _fix(puzzle: Puzzle, text: str) -> Fix:
    name, equals, written = text.rpartition("=")
    if not equals or not name or not written.strip():
        raise UsageError(f"--fix is PIECE=CELLS, such as P='0,0 0,1 1,0', not {text!r}")
    if written.lstrip().startswith("["):
        try:
            entries = [",".join(map(str, e)) if isinstance(e, list) else e for e in json.loads(written)]
        except ValueError:
            raise UsageError(f"--fix: {written} is no list of cells") from None
        if not all(isinstance(entry, str) for entry in entries):
            raise UsageError(f"--fix: {written} is no list of cells")
    else:
        entries = re.split(r"[;\s]+", written.strip())
    return Fix(piece=name, cells=tuple(parse_cell(puzzle, entry, "--fix") for entry in entries))


def _validated(puzzle: Puzzle, option: str) -> Puzzle:
    for constraint in puzzle.constraints:
        try:
            constraint.validate(puzzle)
        except PuzzleError as error:
            raise UsageError(f"{option}: {error}") from None
    return puzzle

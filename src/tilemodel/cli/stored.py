"""Solutions from a file, whatever kind of file it is: JSON, jsonl, or the journal of a run."""

from __future__ import annotations

from collections.abc import Iterator

from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution


def solutions_of(path: str, puzzle: Puzzle) -> Iterator[Solution]:
    """The solutions of a file, which are said to be those of a puzzle."""
    from tilemodel.runs.kept import is_journal, stored_solutions

    if is_journal(path):
        return stored_solutions(path, puzzle)
    from tilemodel.formats.solutions import read_solutions

    return read_solutions(path)

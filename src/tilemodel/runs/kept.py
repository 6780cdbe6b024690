"""Arrangements that a journal keeps: checked when they come in, and again when they are read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from tilemodel.checker import BatchChecker
from tilemodel.compiler import compile_puzzle, without_goal
from tilemodel.errors import JournalError, SolutionError
from tilemodel.puzzle import Puzzle
from tilemodel.ragged import gather
from tilemodel.runs.journal import MAGIC, Chunk, Journal, State
from tilemodel.runs.question import LISTING, Question
from tilemodel.solution import Solution, decode


class Kept:
    """Turns the selections of a run's term into placements of its puzzle, and checks them."""

    def __init__(self, question: Question):
        import numpy as np

        instance = question.terms[0].instance
        self.placements = question.compilation.placements
        self._starts = np.asarray(instance.placement_offsets, dtype=np.int64)
        self._placements = np.asarray(instance.placements, dtype=np.int64)
        self._checker = BatchChecker(self.placements)

    def checked(self, chunk: Chunk) -> tuple[Any, Any]:
        """The offsets and placements of a chunk, as arrays. Raises SolutionError for what is no arrangement."""
        import numpy as np

        lengths = np.asarray(chunk.lengths, dtype=np.int64)
        options = np.asarray(chunk.options, dtype=np.int64)
        if lengths.sum() != len(options) or (len(options) and not 0 <= options.min() <= options.max() < self._count):
            raise SolutionError(["the selection is damaged"])
        sizes, placements = gather(self._starts, self._placements, options)
        ends = np.concatenate([[0], np.cumsum(sizes)])
        offsets = ends[np.concatenate([[0], np.cumsum(lengths)])]
        self._checker.check(offsets, placements)
        return offsets, placements

    @property
    def _count(self) -> int:
        return len(self._starts) - 1


def is_journal(path: str | Path) -> bool:
    """Whether a file looks like one."""
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


def stored_solutions(path: str | Path, puzzle: Puzzle) -> Iterator[Solution]:
    """The arrangements of a puzzle that a journal keeps, each checked.

    Raises JournalError where it keeps none, or those of another puzzle.
    """
    with Journal(path, create=False) as journal:
        yield from solutions_in(journal, Kept(question_of(journal, puzzle)))


def question_of(journal: Journal, puzzle: Puzzle) -> Question:
    """The question that a journal answers about a puzzle. Raises JournalError where it is of another."""
    facts = journal.facts()
    if not facts:
        raise JournalError(journal.path, "the journal is empty: its run has not begun")
    compilation = compile_puzzle(puzzle)
    if facts["puzzle"] != without_goal(compilation).instance.fingerprint:
        raise JournalError(journal.path, f"it is of another puzzle than {puzzle.name}, or of another version of it")
    return Question.again(compilation, facts)


def batches_in(journal: Journal, kept: Kept) -> Iterator[tuple[Any, Any]]:
    """All arrangements of a journal as arrays of offsets and placements. Raises JournalError where it keeps none."""
    if journal.facts()["question"] != LISTING:
        raise JournalError(journal.path, "its run only counts; tilemodel run --keep keeps arrangements")
    found = sum(entry.found for entry in journal.entries() if entry.state is State.DONE)
    number = 0
    for chunk in journal.chunks():
        number += len(chunk)
        yield kept.checked(chunk)
    if number != found:
        raise JournalError(journal.path, f"the journal is damaged: {found:,} arrangements were found, {number:,} kept")


def solutions_in(journal: Journal, kept: Kept) -> Iterator[Solution]:
    """All arrangements of a journal."""
    for offsets, placements in batches_in(journal, kept):
        for begin, end in pairwise(offsets.tolist()):
            yield decode(kept.placements, sorted(placements[begin:end].tolist()))

"""Whether a puzzle's published answers hold."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tilemodel.compiler import compile_puzzle, without_goal
from tilemodel.driver import Run, ask
from tilemodel.errors import BackendError
from tilemodel.puzzle import Puzzle
from tilemodel.solution import worth


@dataclass(frozen=True)
class Verdict:
    """The answer to one question of ``[expect]``: ``status`` is passed, failed or skipped."""

    question: str
    status: str
    message: str


def check_expectations(puzzle: Puzzle, *, backend: str = "auto", time_limit: float | None = None) -> list[Verdict]:
    """Ask every question of the puzzle's ``[expect]``, all within one time limit (seconds).

    A partial count above the expected one fails, and so does a proved contradiction; a limit, or a question that the
    backend cannot take, skips. ``solvable`` is settled by the first arrangement. ``best`` needs a proved optimum, but
    an arrangement better than ``best`` fails at once.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    return list(_Examination(puzzle, backend, deadline).verdicts())


class _Examination:
    def __init__(self, puzzle: Puzzle, backend: str, deadline: float | None):
        self.puzzle, self.backend, self.deadline = puzzle, backend, deadline
        self.compilation = compile_puzzle(puzzle)  # once for all questions

    def verdicts(self) -> Iterator[Verdict]:
        expect = self.puzzle.expect
        # The quick question first, so that a slow count does not take its time.
        questions: tuple[tuple[str, Any, Callable[[Any], tuple[str, str]]], ...] = (
            ("solvable", expect.solvable, self._solvable),
            ("solutions", expect.solutions, self._solutions),
            ("distinct", expect.distinct, self._distinct),
            ("best", expect.best, self._best),
        )
        for question, expected, examine in questions:
            if expected is None:
                continue
            try:
                status, message = examine(expected)
            except BackendError as error:
                status, message = "skipped", str(error)
            yield Verdict(question, status, message)

    def _seconds_left(self) -> float | None:
        return None if self.deadline is None else max(self.deadline - time.monotonic(), 1e-3)

    def _ask(self, **question: Any) -> Run:
        return ask(self.compilation, backend=self.backend, time_limit=self._seconds_left(), **question)

    def _solvable(self, expected: bool) -> tuple[str, str]:
        limit = self._seconds_left()
        with ask(without_goal(self.compilation), backend=self.backend, limit=1, time_limit=limit) as run:
            for _ in run:
                pass
        if run.outcome.satisfiable is None:
            return "skipped", f"neither found nor refuted ({_why_ended(run)})"
        return self._compare(expected, run.outcome.satisfiable)

    def _solutions(self, expected: int) -> tuple[str, str]:
        return self._count(expected, distinct=False)

    def _distinct(self, expected: int) -> tuple[str, str]:
        return self._count(expected, distinct=True)

    def _count(self, expected: int, *, distinct: bool) -> tuple[str, str]:
        with self._ask(question="count", distinct=distinct) as run:
            outcome = run.count()
        if not outcome.complete:
            if outcome.found > expected:
                return "failed", f"expected {expected}, found {outcome.found} and there are more"
            return "skipped", f"{outcome.found} of {expected} seen ({_why_ended(run)})"
        return self._compare(expected, outcome.found)

    def _best(self, expected: int) -> tuple[str, str]:
        objective = self.puzzle.objective
        if objective is None:
            return "failed", "best is expected, but the model has no objective"
        best = None
        with self._ask() as run:
            for solution in run:
                best = worth(self.puzzle, solution)
                if best > expected if objective.maximize else best < expected:
                    return "failed", f"expected {expected}, found an arrangement of {best}"
            complete = run.outcome.complete
        if not complete:
            return "skipped", f"{best} of {expected} reached, not proved best"
        return self._compare(expected, best)

    @staticmethod
    def _compare(expected: object, found: object) -> tuple[str, str]:
        return ("passed", f"{found}") if expected == found else ("failed", f"expected {expected}, found {found}")


def _why_ended(run: Run) -> str:
    return run.outcome.stop.value if run.outcome.stop else "stopped"

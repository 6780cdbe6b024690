"""What a finished (or interrupted) run has to say, for every format."""

from __future__ import annotations

from typing import Any

from tilemodel.backends.search import StopReason
from tilemodel.driver import Run
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution, worth


class Report:
    """The facts about one run; ``run`` is None where it was interrupted before it began."""

    def __init__(
        self,
        puzzle: Puzzle,
        run: Run | None,
        backend: str,
        interrupted: bool,
        seconds: float,
        best: Solution | None = None,
    ):
        self._puzzle, self._run, self._seconds = puzzle, run, seconds
        self.backend = run.backend if run else backend
        self.found = run.outcome.found if run else 0
        self.complete = run.outcome.complete if run else False
        # An interruption that came after the last result changed nothing.
        answered = run is not None and run.outcome.stop in (StopReason.EXHAUSTED, StopReason.SOLUTION_LIMIT)
        self.interrupted = interrupted and not answered
        self.objective_asked = puzzle.objective is not None
        self.objective = None if best is None else worth(puzzle, best)

    @property
    def optimal(self) -> bool:
        """Whether the arrangement found is proved best."""
        return self.complete and self.objective is not None

    @property
    def stop(self) -> str | None:
        """Why the run ended, in a phrase."""
        if self.interrupted:
            return "interrupted"
        stop = self._run.outcome.stop if self._run else None
        if stop is None:
            return None
        remark = self._run.statistics.remark if self._run and stop is StopReason.WORK_LIMIT else ""
        return f"{stop.value}: {remark}" if remark else stop.value

    @property
    def how(self) -> str:
        """``backend anchor, 0.03 s``"""
        return f"backend {self.backend}, {self._seconds:.2f} s"

    @property
    def satisfiability(self) -> str:
        """satisfiable, unsatisfiable or unknown."""
        return "satisfiable" if self.found else "unsatisfiable" if self.complete else "unknown"

    @property
    def head(self) -> dict[str, Any]:
        """What a JSON object starts with."""
        return {"model": self._puzzle.name, "backend": self.backend}

    @property
    def statistics(self) -> dict[str, Any]:
        """The work, as in JSON."""
        run = self._run
        return {
            "placements": len(run.compilation.placements) if run else 0,
            "options": run.compilation.instance.option_count if run else 0,
            "nodes": run.statistics.nodes if run else 0,
            "conflicts": run.statistics.conflicts if run else 0,
            "build_seconds": round(run.build_seconds, 6) if run else 0.0,
            "solve_seconds": round(run.solve_seconds, 6) if run else 0.0,
        }

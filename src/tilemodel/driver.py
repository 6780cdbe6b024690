"""Puzzle in, checked solutions out: compile, choose a backend, search, decode, check.

:func:`solve` and :func:`count` are the short way; :func:`start` gives the :class:`Run` behind both, with its
outcome, statistics and cancel button.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from tilemodel.backends.search import Batch, Counting, Limits, Outcome, Search, Statistics, StopReason
from tilemodel.checker import BatchChecker, check_solution
from tilemodel.choice import Stage, choose
from tilemodel.compiler import Compilation, compile_puzzle, without_goal
from tilemodel.counting import planned_count
from tilemodel.errors import IncompleteError, SolutionError
from tilemodel.puzzle import Puzzle
from tilemodel.ragged import gather
from tilemodel.solution import Solution, decode


class Run:
    """One question to one puzzle: an iterator of checked solutions, a context manager, a cancel button.

    Either iterate (or take :meth:`batches`), or :meth:`count`. ``backend`` is the one in use, ``why`` says why it was
    chosen. With ``distinct``, one of each orbit under the symmetry group is kept. A search with
    an objective gives better and better arrangements; the last is the best one when the run is complete.
    """

    def __init__(
        self,
        compilation: Compilation,
        stages: list[Stage],
        *,
        limit: int | None,
        distinct: bool,
        time_limit: float | None,
    ):
        self.compilation = compilation
        self._stages = iter(stages)
        self.limit = limit
        # One arrangement, or a best one, is always one of some orbit; which of the orbit comes is up to the backend.
        several = limit != 1 and compilation.instance.goal is None
        self._orbits = self._orbit_filter() if distinct and several else None
        self._instance = self._orbits.instance if self._orbits else compilation.instance
        self._all_kept = self._orbits is None or self._orbits.keeps_all
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._started = time.perf_counter()
        self._ended: float | None = None
        self._found = 0
        self._stop: StopReason | None = None
        self._cancelled = False
        self._cut = False  # whether some of the last batch were more than the limit
        self._earlier_work = Statistics()
        self._search = self._begin(next(self._stages))
        self._counting: Counting | None = None  # in place of the search, where seeing the arrangements is not needed

    # What is known.

    @property
    def outcome(self) -> Outcome:
        """How many solutions were given (or counted) and why the run ended."""
        return Outcome(self._found, self._stop)

    @property
    def statistics(self) -> Statistics:
        """The work of all stages so far; ``done`` is that of the present one."""
        now, before = self._work.statistics, self._earlier_work
        return Statistics(before.nodes + now.nodes, before.conflicts + now.conflicts, now.done, now.remark)

    @property
    def build_seconds(self) -> float:
        """How long compiling took."""
        return self.compilation.seconds

    @property
    def solve_seconds(self) -> float:
        """How long the search has taken until it ended, or until now."""
        return (self._ended or time.perf_counter()) - self._started

    # What it does.

    def __iter__(self) -> Iterator[Solution]:
        if self._orbits is not None:
            for offsets, chosen in self.batches(256):
                for selection in Batch(offsets, chosen.tolist()).selections():
                    yield decode(self.compilation.placements, selection)
            return
        while self._stop is None:
            for selection in self._search:
                solution = decode(self.compilation.placements, self._instance.placements_of(selection))
                self._refuse(check_solution(self.compilation.puzzle, solution))
                self._found += 1
                yield solution
            self._conclude()

    def batches(self, size: int = 4096) -> Iterator[tuple[Any, Any]]:
        """The solutions as numpy arrays (offsets, placements), checked; see :class:`~tilemodel.backends.search.Batch`.

        The s-th solution uses the placements ``placements[offsets[s]:offsets[s + 1]]`` of ``compilation.placements``.
        """
        checker = BatchChecker(self.compilation.placements)
        while self._stop is None:
            for batch in self._search.batches(size):
                offsets, chosen = self._keep_one_of_each(batch)
                if len(offsets) < 2:
                    continue
                offsets, chosen = self._to_placements(offsets, chosen)
                checker.check(offsets, chosen)
                self._found += len(offsets) - 1
                yield offsets, chosen
                if self._reached_limit():
                    break
            self._conclude()

    def count(self) -> Outcome:
        """Run to the end without making the solutions."""
        while self._stop is None:
            self._count_unseen()
            if self._all_kept or self._counting:
                self._found += self._work.count().found
            else:
                for batch in self._search.batches():
                    self._found += len(self._keep_one_of_each(batch)[0]) - 1
                    if self._reached_limit():
                        break
            self._conclude()
        return self.outcome

    def cancel(self) -> None:
        """Ask the run to end; from any thread, any number of times."""
        self._cancelled = True
        self._work.cancel()

    def close(self) -> None:
        """End the run and give back what it holds."""
        self._work.close()
        self._end(self._stop or StopReason.CANCELLED)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Machinery.

    @property
    def _work(self) -> Counting:
        """What is running."""
        return self._counting or self._search

    def _orbit_filter(self) -> Any:
        from tilemodel.symmetry import OrbitFilter, symmetry_group

        return OrbitFilter(self.compilation.instance, symmetry_group(self.compilation))

    def _begin(self, stage: Stage) -> Search:
        """The search of a stage."""
        self.backend, self.why = stage.backend, stage.why
        left = None if self._deadline is None else max(self._deadline - time.monotonic(), 1e-3)
        seconds = min((s for s in (left, stage.seconds) if s is not None), default=None)
        solutions = self.limit if self._all_kept else None
        self._stage, self._stage_seconds = stage, seconds
        return stage.search(self._instance, Limits(solutions, seconds))

    def _count_unseen(self) -> None:
        """Before a count, put a planned one in the place of a search that has not begun, where there is one."""
        if self._found or self._search.statistics.nodes:
            return
        limits = Limits(self.limit, self._stage_seconds)
        if planned := planned_count(self.compilation, self._orbits, self._stage, limits):
            self._search.close()
            self._counting = planned
            if self._cancelled:
                planned.cancel()

    def _conclude(self) -> None:
        """After a search has ended: end the run, or go on to the next stage where it used up its time or memory."""
        stop = self._work.outcome.stop
        out_of_time = self._deadline is not None and time.monotonic() >= self._deadline
        if self._reached_limit():
            self._work.close()
            stop = stop if stop is StopReason.EXHAUSTED and not self._cut else StopReason.SOLUTION_LIMIT
        elif stop in _USED_UP and not self._found and not out_of_time and not self._cancelled:
            if stage := next(self._stages, None):
                self._earlier_work, self._search, self._counting = self.statistics, self._begin(stage), None
                return
        self._end(stop or StopReason.CANCELLED)

    def _end(self, stop: StopReason) -> None:
        if self._stop is None:
            self._stop, self._ended = stop, time.perf_counter()

    def _reached_limit(self) -> bool:
        return self.limit is not None and self._found >= self.limit

    def _refuse(self, problems: list[str]) -> None:
        if problems:
            raise SolutionError(
                [f"the {self.backend} backend gave a wrong arrangement (a bug; please report it)", *problems]
            )

    def _keep_one_of_each(self, batch: Batch) -> tuple[Any, Any]:
        """The batch as arrays, with one arrangement of each orbit where that is asked for, cut at the limit."""
        import numpy as np

        offsets, chosen = np.asarray(batch.offsets), np.asarray(batch.chosen)
        if self._orbits is None:
            return offsets, chosen
        mask = self._orbits.mask(batch.offsets, batch.chosen)
        if self.limit is not None:
            within = np.cumsum(mask) <= self.limit - self._found
            self._cut = not within.all()
            mask &= within
        lengths = np.diff(offsets)
        kept = np.concatenate([[0], np.cumsum(lengths[mask])])
        return kept, chosen[np.repeat(mask, lengths)]

    def _to_placements(self, offsets: Any, chosen: Any) -> tuple[Any, Any]:
        """Selections of options as selections of placements."""
        import numpy as np

        instance = self._instance
        placements = np.asarray(instance.placements)
        if len(placements) == instance.option_count:  # one each, as everywhere but in quotients
            return offsets, placements[chosen]
        sizes, found = gather(np.asarray(instance.placement_offsets), placements, chosen)
        ends = np.concatenate([[0], np.cumsum(sizes)])
        return ends[offsets], found


_USED_UP = (StopReason.TIME_LIMIT, StopReason.WORK_LIMIT)


def start(puzzle: Puzzle, **question: Any) -> Run:
    """Compile a puzzle and begin to answer a question; the keywords are those of :func:`ask`."""
    Limits(question.get("limit"), question.get("time_limit"))  # refused before the work of compiling
    return ask(compile_puzzle(puzzle), **question)


def ask(
    compilation: Compilation,
    *,
    backend: str = "auto",
    limit: int | None = None,
    distinct: bool = False,
    time_limit: float | None = None,
    seed: int | None = None,
    options: Any = None,
    workers: int | None = None,
    ordered: bool = False,
    question: str = "solve",
) -> Run:
    """Begin to answer a question about a compiled puzzle.

    ``question`` is ``"solve"`` (arrangements, with an objective the best) or ``"count"`` (the objective is
    ignored). ``limit`` and ``time_limit`` (seconds) end it early. ``options`` is the options value of the named
    backend. ``workers`` search together, and find the same arrangements; with ``ordered`` in the same order,
    whatever their number. Raises UnsupportedError where the backend cannot take the puzzle.
    """
    if question == "count":
        compilation = without_goal(compilation)
    limits = Limits(limit, time_limit)
    stages = choose(
        compilation.instance,
        backend=backend,
        limits=limits,
        seed=seed,
        options=options,
        workers=workers,
        ordered=ordered,
        counting=question == "count",
    )
    return Run(compilation, stages, limit=limit, distinct=distinct, time_limit=time_limit)


def solve(puzzle: Puzzle, **question: Any) -> Run:
    """The arrangements of a puzzle, each checked; the keywords are those of :func:`ask`.

    >>> from tilemodel import Board, Piece, Puzzle
    >>> domino = Piece.draw("D", "##", minimum=0, maximum=None)
    >>> for solution in solve(Puzzle(Board.box(1, 4), (domino,))):
    ...     print(solution.placements[0].cells)
    ((0, 0), (0, 1))
    """
    return start(puzzle, question="solve", **question)


def count(puzzle: Puzzle, **question: Any) -> int:
    """The number of arrangements (with ``distinct=True`` up to symmetry); the keywords are those of :func:`ask`.

    Raises IncompleteError, which knows what was seen, where a limit ended the search: a part is not a count.
    """
    with start(puzzle, question="count", **question) as run:
        outcome = run.count()
    if not outcome.complete:
        raise IncompleteError(outcome.found, outcome.stop.value if outcome.stop else "not ended")
    return outcome.found

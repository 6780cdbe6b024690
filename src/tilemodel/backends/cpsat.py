"""OR-Tools CP-SAT: one Boolean an option.

Four habits of CP-SAT that shape this file. With several workers it loses solutions when it enumerates, and still says
that it has them all (or-tools issues 4640, 3670): only one worker ever enumerates. It takes Ctrl-C for itself: that
is switched off, and it solves on a thread of its own. ``stop_search`` is lost when the solve has not begun yet: a flag
remembers it, and it is repeated until the thread has ended. And ``cp_model`` imports pandas, which takes longer than
most puzzles: the model is built with the layer below it, ``cp_model_helper``, a whole constraint at a time.
"""

from __future__ import annotations

import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tilemodel.backends._sums import gains, sums
from tilemodel.backends.base import Accepts, Backend
from tilemodel.backends.search import Batch, Limits, Search, StopReason
from tilemodel.errors import BackendError, UnavailableError, UsageError
from tilemodel.instance import Instance, Selection

_POLL = 0.05  # seconds between two looks at limits and signals
_GATHER = 0.002  # seconds in which more may arrive after the first of a batch; waking for each slows the solver by half
_ROOM = 0.003  # seconds between two looks whether the consumer has made room
_AHEAD = 512  # selections that wait for the consumer before the solver does
_LARGEST = 1 << 60  # sum of a form's absolute coefficients; CP-SAT refuses what could overflow an int64


@dataclass(frozen=True)
class CpsatOptions:
    """``workers`` search together for a first selection or a best one (0: one a core); enumeration has one always.

    The same seed gives the same order with one worker.
    """

    workers: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value in (("workers", self.workers), ("seed", self.seed)):
            if not isinstance(value, int) or not 0 <= value < 1 << 31:
                raise UsageError(f"{name} of the cpsat backend is a whole number from 0, not {value!r}")


class CpsatSearch(Search):
    """Hands over what its :class:`_Run` finds."""

    def __init__(self, instance: Instance, limits: Limits, options: CpsatOptions):
        super().__init__(limits)
        self._run = _Run(instance, limits, options)
        self._end_run = weakref.finalize(self, self._run.end)  # at the latest when Python exits

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        self._run.start()
        found: list[Selection] = []
        stop = None
        try:
            while stop is None and len(found) < most:
                item = self._run.queue.get_nowait() if found else self._run.queue.get(timeout=_POLL)
                if isinstance(item, Exception):
                    raise item
                if isinstance(item, StopReason):
                    stop = item
                else:
                    found.append(item)
                    if len(found) == 1 < most and self._found:
                        time.sleep(_GATHER)
        except queue.Empty:
            stop = None if found else self._interruption()
        self.statistics.nodes, self.statistics.conflicts = self._run.work
        return Batch.of(found), stop

    def _interrupt(self) -> None:
        self._run.ask_to_stop()

    def _close(self) -> None:
        self._end_run()


class _Run:
    """A solve on a thread of its own. It does not know its search, so that letting go of the search ends it."""

    def __init__(self, instance: Instance, limits: Limits, options: CpsatOptions):
        self.queue: queue.SimpleQueue[Selection | StopReason | Exception] = queue.SimpleQueue()
        self.work = (0, 0)  # nodes and conflicts so far
        self._instance, self._options, self._wanted = instance, options, limits.solutions
        self._enumerates = instance.goal is None and limits.solutions != 1
        self._gains = gains(instance.goal) if instance.goal else None
        self._best: int | None = None
        self._emitted = 0
        self._solver: Any = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._solve, name="cpsat", daemon=True)
        self._started = False

    def start(self) -> None:
        """Begin to solve, if that has not been done."""
        if not self._started:
            self._started = True
            self._thread.start()

    def ask_to_stop(self) -> None:
        """Let the solve end soon; returns at once."""
        self._stopped.set()
        if solver := self._solver:
            solver.stop_search()

    def end(self) -> None:
        """End the solve and its thread."""
        self.ask_to_stop()
        while self._thread.is_alive():
            self._thread.join(_POLL)
            self.ask_to_stop()

    def _solve(self) -> None:
        try:
            self._put(self._conclusion())
        except Exception as problem:
            self._put(problem)  # for the consumer to raise

    def _conclusion(self) -> StopReason:
        from ortools.sat.python import cp_model_helper as helper

        model = build_model(self._instance)
        parameters = helper.SatParameters()
        parameters.catch_sigint_signal = False
        parameters.random_seed = self._options.seed
        parameters.enumerate_all_solutions = self._enumerates
        parameters.num_workers = 1 if self._enumerates else self._options.workers
        callback = _callback(self._take)
        self._solver = helper.SolveWrapper()
        self._solver.set_parameters(parameters)
        self._solver.add_solution_callback(callback)
        if self._stopped.is_set():
            return StopReason.CANCELLED
        response = self._solver.solve(model)
        self._solver.clear_solution_callback(callback)
        self.work = response.num_branches, response.num_conflicts
        return self._judge(response, model)

    def _judge(self, response: Any, model: Any) -> StopReason:
        """What the solver's status proves."""
        from ortools.sat.python import cp_model_helper as helper

        status = response.status
        if status == helper.CpSolverStatus.MODEL_INVALID:
            raise BackendError(f"CP-SAT refuses the model: {helper.CpSatHelper.validate_model(model)}")
        proved = self._enumerates or self._gains is not None
        if status == helper.CpSolverStatus.INFEASIBLE or (status == helper.CpSolverStatus.OPTIMAL and proved):
            return StopReason.EXHAUSTED
        return StopReason.CANCELLED if self._stopped.is_set() else StopReason.WORK_LIMIT

    def _take(self, values: Iterable[int], work: tuple[int, int]) -> bool:
        """Called by the solver for each selection; False ends the solve."""
        selection = tuple(k for k, value in enumerate(values) if value)
        self.work = work
        if self._gains is not None:
            worth = sum(self._gains[k] for k in selection)
            if self._best is not None and worth <= self._best:
                return not self._stopped.is_set()
            self._best = worth
        self._emitted += 1
        return self._put(selection) and self._emitted != self._wanted

    def _put(self, item: Selection | StopReason | Exception) -> bool:
        """Hand over, waiting for room; False when nobody waits for it any more."""
        while self.queue.qsize() >= _AHEAD:
            if self._stopped.wait(_ROOM):
                break
        self.queue.put(item)
        return not self._stopped.is_set()


def build_model(instance: Instance) -> Any:
    """The instance as a CpModelProto; variable k is option k."""
    from ortools.sat.python import cp_model_helper as helper

    model = helper.CpModelProto()
    boolean = helper.IntegerVariableProto()
    boolean.domain.extend([0, 1])
    model.variables.extend([boolean] * instance.option_count)
    for form in sums(instance):
        constraint, options = model.constraints.add(), list(form.options)
        if not form.possible:
            constraint.bool_or.literals.extend([])
        elif form.at_most_one and form.lo == 1:
            constraint.exactly_one.literals.extend(options)
        elif form.at_most_one:
            constraint.at_most_one.literals.extend(options)
        elif form.at_least_one and form.hi == form.most:
            constraint.bool_or.literals.extend(options)
        else:
            constraint.linear.vars.extend(options)
            constraint.linear.coeffs.extend(form.weights)
            constraint.linear.domain.extend([form.lo, form.hi])
    if instance.goal:
        weighed = [(k, -gain) for k, gain in enumerate(gains(instance.goal)) if gain]
        model.objective.vars.extend([k for k, _ in weighed])
        model.objective.coeffs.extend([c for _, c in weighed])
    return model


def _callback(take: Callable[[Iterable[int], tuple[int, int]], bool]) -> Any:
    """CP-SAT's callback object around a function (its base class is known only once OR-Tools is imported)."""
    from ortools.sat.python import cp_model_helper as helper

    class Callback(helper.SolutionCallback):
        def OnSolutionCallback(self) -> None:  # noqa: N802, the solver's name for it
            if not take(self.Response().solution, (self.NumBranches(), self.NumConflicts())):
                self.StopSearch()

    return Callback()


class CpsatBackend(Backend):
    """Takes everything; the one to prove bounds, and strong on first selections."""

    name = "cpsat"
    accepts = Accepts(rows=True, goal=True)
    Options = CpsatOptions

    def availability(self) -> str | None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            have = version("ortools")
        except PackageNotFoundError:
            return "OR-Tools is not installed; pip install 'ortools>=9.15'"
        if [int(part) for part in have.split(".")[:2]] < [9, 15]:
            return f"it needs OR-Tools 9.15 or later, and {have} is installed; pip install 'ortools>=9.15'"
        return None

    def objections(self, instance: Instance) -> list[str]:
        found = super().objections(instance)
        forms = [(f"a row of {row.origin}", row.coefficients) for row in instance.rows]
        if instance.goal:
            forms.append(("an objective", instance.goal.coefficients))
        return found + [f"{what} with values beyond 2^60" for what, c in forms if sum(map(abs, c)) > _LARGEST]

    def _start(self, instance: Instance, limits: Limits, options: CpsatOptions) -> Search:
        if missing := self.availability():
            raise UnavailableError(f"the cpsat backend cannot run here: {missing}")
        return CpsatSearch(instance, limits, options)


BACKEND = CpsatBackend()

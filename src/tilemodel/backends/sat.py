"""SAT solvers through PySAT: the instance as clauses, each selection excluded by a clause when it has been found.

Glucose 4.2.1 with pairwise at-most-one clauses is the default, by measurement: on polyomino and polycube boards it
enumerates and exhausts two to four times faster than with any linear encoding, and it can be interrupted. CaDiCaL
cannot be, and holds Python's interpreter lock: it works in slices of conflicts that take about 0.2 s. Both run on a
thread of their own, because PySAT turns Ctrl-C on the main thread into an error of its own.

With a goal, each selection is answered by the demand for a better one, until there is none. (RC2, PySAT's MaxSAT
solver, would show the last one alone.)
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tilemodel.backends._cnf import ENCODINGS, Encoder
from tilemodel.backends._sums import gains
from tilemodel.backends.base import Accepts, Backend, Batch, Limits, Search, StopReason
from tilemodel.errors import UnavailableError, UsageError
from tilemodel.instance import Instance, Selection

SOLVERS = {
    "glucose42": True,
    "glucose4": True,
    "glucose3": True,
    "cadical195": False,
    "cadical153": False,
    "mergesat3": True,
    "minicard": True,
    "minisat22": True,
    "minisat-gh": True,
}
"""PySAT's names of the solvers that can pause, and whether they can be interrupted (the others work in slices). The
Maple solvers are left out: they were ten times slower here, and one crashed on an instance of no clauses."""

_POLL = 0.05  # seconds between two looks at limits and signals
_SLICE = 0.2  # seconds that a solver which cannot be interrupted may take at a time
_SHOW = 0.05  # seconds after which what was found is handed over


@dataclass(frozen=True)
class SatOptions:
    """The solver, and the encoding of "at most one"."""

    solver: str = "glucose42"
    encoding: str = "auto"

    def __post_init__(self) -> None:
        for what, value, known in (("solver", self.solver, SOLVERS), ("encoding", self.encoding, ENCODINGS)):
            if value not in known:
                raise UsageError(f"no {what} of the sat backend is named {value!r}; it is one of {', '.join(known)}")


class SatSearch(Search):
    """Asks the solver for one selection after the other."""

    _solver: Any = None
    _worker: ThreadPoolExecutor | None = None

    def __init__(self, instance: Instance, limits: Limits, options: SatOptions):
        super().__init__(limits)
        from pysat.solvers import Solver

        self._instance = instance
        self._interruptible = SOLVERS[options.solver]
        self._budget = 500
        exact = [item.lo == item.hi == 1 for item in instance.items]
        self._free = [k for k in range(instance.option_count) if not any(exact[i] for i in instance.option(k))]
        self._encoder = Encoder(instance, options.encoding)
        self._solver = Solver(name=options.solver)
        for clauses in self._encoder.clauses():
            self._solver.append_formula(clauses)
            if self._interruption():
                break
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="sat")

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        assert self._worker
        job = self._worker.submit(self._work, most)
        while True:
            try:
                return job.result(_POLL)
            except TimeoutError:
                if self._interruption():
                    self._interrupt()

    def _work(self, most: int) -> tuple[Batch, StopReason | None]:
        """On the worker thread: ask until there is enough to show, or an interruption."""
        found: list[Selection] = []
        stop = None
        show = time.monotonic() + _SHOW
        while stop is None and len(found) < most and not (found and time.monotonic() > show):
            answer = self._ask()
            if answer:
                model = self._solver.get_model() or []
                selection = tuple(v - 1 for v in model[: self._instance.option_count] if v > 0)
                found.append(selection)
                self._solver.append_formula(self._beyond(selection))
            elif answer is False:
                stop = StopReason.EXHAUSTED
            elif not self._interruptible or self._interruption():
                break
        counters = self._solver.accum_stats()
        self.statistics.nodes, self.statistics.conflicts = counters["decisions"], counters["conflicts"]
        return Batch.of(found), stop

    def _ask(self) -> bool | None:
        """Whether there is a further selection; None where the solver was interrupted or its slice is over."""
        if self._interruptible:
            return self._solver.solve_limited(expect_interrupt=True)
        started = time.monotonic()
        self._solver.conf_budget(self._budget)
        answer = self._solver.solve_limited()
        if answer is None:
            pace = _SLICE / max(time.monotonic() - started, 1e-3)
            self._budget = max(10, int(self._budget * min(pace, 2)))
        return answer

    def _beyond(self, selection: Selection) -> list[list[int]]:
        """Clauses that exclude this selection alone; with a goal, all that are no better.

        An option with an item covered exactly once is never added to a selection. So a selection is excluded by its
        options, together with those others that lack such an item.
        """
        if self._instance.goal:
            weights = gains(self._instance.goal)
            return self._encoder.better_than(sum(weights[k] for k in selection))
        chosen = set(selection)
        return [[-(k + 1) for k in selection] + [k + 1 for k in self._free if k not in chosen]]

    def _interrupt(self) -> None:
        if self._interruptible and (solver := self._solver):
            solver.interrupt()

    def _close(self) -> None:
        if self._worker:
            self._cancelled.set()
            self._interrupt()
            self._worker.shutdown()
        if self._solver:
            self._solver.delete()
            self._solver = None


class SatBackend(Backend):
    """Takes everything; its answers can be had from many independent solvers."""

    name = "sat"
    accepts = Accepts(rows=True, goal=True)
    Options = SatOptions

    def availability(self) -> str | None:
        from importlib.util import find_spec

        return None if find_spec("pysat") else "PySAT is not installed; pip install python-sat"

    def _start(self, instance: Instance, limits: Limits, options: SatOptions) -> Search:
        if missing := self.availability():
            raise UnavailableError(f"the sat backend cannot run here: {missing}")
        return SatSearch(instance, limits, options)


BACKEND = SatBackend()

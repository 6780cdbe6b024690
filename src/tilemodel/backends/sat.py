"""SAT solvers through PySAT: the instance as clauses, each selection excluded by a clause when it has been found.

Glucose 4.2.1 is the default, by measurement: on polyomino and polycube boards it is as fast as CaDiCaL or faster, and
it can be interrupted. With pairwise at-most-one clauses it enumerates and exhausts two to four times faster than with
any linear encoding; for a first selection alone, loading them does not pay. CaDiCaL cannot be interrupted and holds
Python's interpreter lock: it works in slices of conflicts that take about 0.2 s. Both run on a thread of their own,
because PySAT turns Ctrl-C on the main thread into an error of its own.

With a goal, each selection is answered by the demand for a better one, until there is none. Where that takes long, RC2
looks for the proof in turn with it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tilemodel.backends._cnf import ENCODINGS, FEW_PAIRS, MANY_PAIRS, Encoder
from tilemodel.backends._maxsat import Proof
from tilemodel.backends._sums import gains
from tilemodel.backends.base import Accepts, Backend
from tilemodel.backends.search import Batch, Limits, Search, StopReason
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
PROVERS = frozenset(name for name in SOLVERS if name.startswith("glucose"))
"""Those that RC2 works with here: they can be interrupted, and tell which assumptions contradict each other."""

PATIENCE = 300
"""Conflicts, at least, after which a demand for something better is left for a while: as many as the proof has had."""
PROOF = 3000
"""Conflicts for the proof in its turn. Turns are no seconds, so that a run is the same again."""

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
    """Lets an :class:`_Oracle` work on a thread of its own, and looks at limits and signals meanwhile."""

    _oracle: _Oracle | None = None
    _worker: ThreadPoolExecutor | None = None

    def __init__(self, instance: Instance, limits: Limits, options: SatOptions):
        super().__init__(limits)
        self._oracle = _Oracle(instance, options, FEW_PAIRS if limits.solutions == 1 else MANY_PAIRS)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="sat")
        for _ in self._oracle.load():
            if self._interruption():
                break

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        assert self._oracle and self._worker
        job = self._worker.submit(self._oracle.work, most)
        while True:
            try:
                found, stop, work = job.result(_POLL)
            except TimeoutError:
                if self._interruption():
                    self._oracle.halt()
            else:
                self.statistics.nodes, self.statistics.conflicts = work
                return Batch.of(found), stop

    def _interrupt(self) -> None:
        if self._oracle:
            self._oracle.halt()

    def _close(self) -> None:
        self._interrupt()
        if self._worker:
            self._worker.shutdown()
        if self._oracle:
            self._oracle.delete()


class _Oracle:
    """A solver with an instance in it. It does not know its search, so that letting go of the search ends it.

    One thread at a time uses it; only :meth:`halt` may be called from any thread.
    """

    def __init__(self, instance: Instance, options: SatOptions, most_pairs: int):
        from pysat.solvers import Solver

        self._instance = instance
        self._encoder = Encoder(instance, options.encoding, most_pairs=most_pairs)
        self._best: int | None = None  # what the best selection so far is worth
        self._solver: Any = Solver(name=options.solver)
        self._interruptible = SOLVERS[options.solver]
        self._budget = 500
        self._halted = threading.Event()
        self._lock = threading.RLock()  # between interrupting the solver and deleting it
        self._proof: Proof | None = None
        self._stalled = False  # the last demand for something better was left undecided: it is the proof's turn
        if instance.goal and options.solver in PROVERS:
            encoder = Encoder(instance, options.encoding, most_pairs=most_pairs)
            self._proof = Proof(encoder, instance.option_count, options.solver, self._halted)
        exact = [item.lo == item.hi == 1 for item in instance.items]
        self._free = [k for k in range(instance.option_count) if not any(exact[i] for i in instance.option(k))]

    def load(self) -> Iterator[None]:
        """Give the solver all clauses, with a pause after those of each item and row."""
        for clauses in self._encoder.clauses():
            self._solver.append_formula(clauses)
            yield

    def work(self, most: int) -> tuple[list[Selection], StopReason | None, tuple[int, int]]:
        """Ask until there is enough to show, or a slice is over: selections, a reason to stop, nodes and conflicts."""
        found: list[Selection] = []
        stop = None
        show = time.monotonic() + _SHOW
        while stop is None and len(found) < most and not (found and time.monotonic() > show):
            answer = None
            if self._proof and self._stalled:
                self._stalled, selection = False, self._proof.advance(PROOF)
            else:
                answer, selection = self._ask()
                if answer is None:
                    self._stalled = True
                    break
            if selection is not None and (answer or self._is_better(selection)):
                found.append(selection)
                self._solver.append_formula(self._beyond(selection))
            if answer is False or (self._proof and self._proof.rules_out_better(self._best)):
                stop = StopReason.EXHAUSTED
        return found, stop, self._work_done()

    def halt(self) -> None:
        """End what it is working on soon; sticky."""
        self._halted.set()
        with self._lock:
            if self._interruptible and self._solver:
                self._solver.interrupt()
            if self._proof:
                self._proof.interrupt()

    def delete(self) -> None:
        """Give back the solver's memory."""
        with self._lock:
            solver, self._solver = self._solver, None
            proof, self._proof = self._proof, None
        for each in (solver, proof):
            if each:
                each.delete()

    def _ask(self) -> tuple[bool | None, Selection | None]:
        """Whether there is a further selection, and which; None where it was halted or its slice is over."""
        if self._halted.is_set():
            return None, None
        started = time.monotonic()
        if self._proof:
            ahead = self._proof.work()[1] - self._solver.accum_stats()["conflicts"]
            self._solver.conf_budget(max(PATIENCE, ahead))
        elif not self._interruptible:
            self._solver.conf_budget(self._budget)
        answer = self._solver.solve_limited(expect_interrupt=self._interruptible)
        if answer:
            model = self._solver.get_model() or []
            return True, tuple(v - 1 for v in model[: self._instance.option_count] if v > 0)
        if answer is None and not self._interruptible:
            pace = _SLICE / max(time.monotonic() - started, 1e-3)
            self._budget = max(10, int(self._budget * min(pace, 2)))
        return answer, None

    def _beyond(self, selection: Selection) -> list[list[int]]:
        """Clauses that exclude this selection alone; with a goal, all that are no better.

        An option with an item covered exactly once is never added to a selection. So a selection is excluded by its
        options, together with those others that lack such an item.
        """
        if self._instance.goal:
            self._best = self._worth(selection)
            return self._encoder.better_than(self._best)
        chosen = set(selection)
        return [[-(k + 1) for k in selection] + [k + 1 for k in self._free if k not in chosen]]

    def _worth(self, selection: Selection) -> int:
        assert self._instance.goal
        weights = gains(self._instance.goal)
        return sum(weights[k] for k in selection)

    def _is_better(self, selection: Selection) -> bool:
        return self._best is None or self._worth(selection) > self._best

    def _work_done(self) -> tuple[int, int]:
        """Nodes (decisions) and conflicts so far."""
        counters = self._solver.accum_stats()
        nodes, conflicts = self._proof.work() if self._proof else (0, 0)
        return counters["decisions"] + nodes, counters["conflicts"] + conflicts


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

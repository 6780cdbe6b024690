"""The proof that nothing is better, from above: RC2, PySAT's core-guided MaxSAT solver, in slices of conflicts.

The goal becomes soft clauses. Options of which at most one is chosen make a group, and a group has as many soft clauses
as it has steps between its values: each says that the group reaches a value, and weighs the step up to it. RC2 finds
sets of soft clauses that cannot all hold (cores), and each lowers what a selection can be worth, until one is worth
that much: Ignatiev, Morgado, Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11 (2019).

RC2's own loop would neither pause nor, while it shrinks a core, be interrupted. So its steps are called one by one,
and it has its solver through :class:`_Calls`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from tilemodel.backends._cnf import Clause, Encoder, Group
from tilemodel.instance import Selection


class Proof:
    """Bounds on a goal, lower and lower. One thread at a time uses it; only :meth:`interrupt` is for any thread."""

    def __init__(self, encoder: Encoder, option_count: int, solver: str, halted: threading.Event):
        """Nothing is encoded before it is needed. ``encoder`` is its own; ``halted`` is set before any interrupt."""
        self.bound: int | None = None  # no selection is worth more; None while nothing is known
        self.empty = False  # there is no selection at all
        self._encoder = encoder
        self._option_count = option_count
        self._solver = solver
        self._halted = halted
        self._total = 0  # what all soft clauses together would be worth
        self._rc2: Any = None
        self._calls: _Calls | None = None

    def rules_out_better(self, worth: int | None) -> bool:
        """Whether it is proved that no selection is worth more than this (None: that there is none at all)."""
        return self.empty or (worth is not None and self.bound is not None and self.bound <= worth)

    def advance(self, conflicts: int) -> Selection | None:
        """Work for about so many conflicts, three times that at most; a best selection if that is what came out."""
        try:
            if self._rc2 is None:
                self._begin()
            return self._step(conflicts)
        except _HaltedError:
            return None

    def work(self) -> tuple[int, int]:
        """Decisions and conflicts so far."""
        counters = self._calls.accum_stats() if self._calls else {"decisions": 0, "conflicts": 0}
        return counters["decisions"], counters["conflicts"]

    def interrupt(self) -> None:
        """End what its solver is doing; not while :meth:`delete` is called."""
        if self._calls:
            self._calls.interrupt()

    def delete(self) -> None:
        """Give back the solver's memory."""
        self._calls = None
        if self._rc2:
            self._rc2.delete()

    def _begin(self) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        forms = []
        for form in self._encoder.clauses():
            self._go_on()
            forms.append(form)
        formula = WCNF()
        for group in self._encoder.goal_groups():
            self._total += group.values[0]
            for clause, weight, definitions in _steps(group, self._encoder):
                self._total += weight
                forms.append(definitions)
                formula.append(clause, weight=weight)
        formula.nv = self._encoder.fresh()
        self._rc2 = RC2(formula, solver=self._solver, exhaust=True, minz=True)
        self._calls = self._rc2.oracle = _Calls(self._rc2.oracle, self._halted)
        for form in forms:
            self._go_on()
            self._calls.append_formula(form)

    def _step(self, conflicts: int) -> Selection | None:
        """Ask for all soft clauses that are left; where they cannot all hold, let RC2 weaken them by a core."""
        calls, rc2 = self._calls, self._rc2
        assert calls
        calls.grant(conflicts, undecided=None)
        answer = calls.solve_limited(rc2.sels + rc2.sums)
        if answer:
            self.bound = self._total - rc2.cost
            return tuple(v - 1 for v in calls.get_model()[: self._option_count] if v > 0)
        if answer is False:
            calls.grant(conflicts, undecided=None)  # what is not known to be a smaller core is none
            rc2.get_core()
            if rc2.core:
                calls.grant(conflicts, undecided=True)  # the core's bound is left where it is known to hold
                rc2.process_core()
                self.bound = self._total - rc2.cost
            else:
                self.empty = True
        return None

    def _go_on(self) -> None:
        if self._halted.is_set():
            raise _HaltedError


class _HaltedError(Exception):
    """The search is over; RC2 was left in the middle of something and must not be used again."""


class _Calls:
    """RC2's solver, whose calls share a grant of conflicts, let other threads run, and never outlast a halt."""

    def __init__(self, solver: Any, halted: threading.Event):
        self._solver = solver
        self._halted = halted
        self._until = 0
        self._undecided: bool | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)

    def grant(self, conflicts: int, *, undecided: bool | None) -> None:
        """For the calls to come: so many conflicts in all, and the answer of those that these are not enough for."""
        self._until = self._solver.accum_stats()["conflicts"] + conflicts
        self._undecided = undecided

    def conf_budget(self, budget: int) -> None:
        """RC2's own budgets; the grant counts instead."""

    def solve_limited(self, assumptions: Sequence[int] = (), expect_interrupt: bool = True) -> bool | None:
        """Whether the clauses can hold under these assumptions, as far as the grant goes."""
        left = self._until - self._solver.accum_stats()["conflicts"]
        answer = None
        if left > 0 and not self._halted.is_set():
            self._solver.conf_budget(left)
            answer = self._solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
        if self._halted.is_set():
            raise _HaltedError
        return self._undecided if answer is None else answer

    solve = solve_limited  # some releases of PySAT call this one


def _steps(group: Group, encoder: Encoder) -> Iterator[tuple[Clause, int, list[Clause]]]:
    """For each step between two values of a group: a soft clause, its weight, and clauses that define its literal."""
    for lower, value in pairwise(group.values):
        if group.must or value > 0:
            enough = [literal for step, literals in group.steps.items() if step >= value for literal in literals]
            yield enough, value - lower, []
        else:  # it has this value unless an option is chosen that adds less
            reached = encoder.fresh()
            less = [literal for step, literals in group.steps.items() if step < value for literal in literals]
            yield [reached], value - lower, [[-reached, -literal] for literal in less]

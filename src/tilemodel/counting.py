"""Counting up to symmetry without seeing arrangements, for backends that merge partial ones.

Where some piece is used once and no symmetry leaves it where it is, every orbit has as many members as the group, and
just one with the piece in the nearest of its places: it is enough to count those, and gives both numbers. Else the
orbits are counted by what each symmetry fixes (:mod:`~tilemodel.orbits`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilemodel import backends
from tilemodel.backends.base import Batch, Limits, Search, Statistics, StopReason
from tilemodel.choice import Stage
from tilemodel.compiler import Compilation
from tilemodel.instance import Instance, ItemKind
from tilemodel.orbits import orbit_terms
from tilemodel.symmetry import OrbitFilter, symmetry_group


@dataclass(frozen=True)
class CountingPlan:
    """A number as a sum: of each instance its number of selections, so many times; all divided by ``divisor``."""

    terms: tuple[tuple[int, Instance], ...]
    divisor: int = 1


def orbit_plan(orbits: OrbitFilter) -> CountingPlan:
    """How to count one arrangement of each orbit."""
    if orbits.keeps_all:
        return CountingPlan(((1, orbits.instance),))
    return CountingPlan(tuple(orbit_terms(orbits.whole, orbits.group)), len(orbits.group))


def plain_plan(compilation: Compilation) -> CountingPlan | None:
    """How to count all arrangements by one of each orbit; None where no piece allows it."""
    instance = compilation.instance
    if any(item.kind is ItemKind.PIECE and (item.lo, item.hi) == (1, 1) for item in instance.items):
        group = symmetry_group(compilation)
        orbits = OrbitFilter(instance, group)
        if len(group) > 1 and orbits.keeps_all:
            return CountingPlan(((len(group), orbits.instance),))
    return None


def planned_count(
    compilation: Compilation, orbits: OrbitFilter | None, stage: Stage, limits: Limits
) -> PlannedCount | None:
    """The search that counts for a stage without seeing arrangements: up to symmetry where there is a filter.

    None where its backend does not merge, cannot take some instance of the plan, or would do the same anyway.
    """
    backend = backends.get(stage.backend)
    if not backend.merges:
        return None
    plan = orbit_plan(orbits) if orbits else plain_plan(compilation)
    if plan is None or any(backend.objections(instance) for _, instance in plan.terms):
        return None
    return PlannedCount(plan, stage.search, limits)


class PlannedCount(Search):
    """A search that carries out a plan: it can be counted, and gives no selections.

    ``begin`` starts a search of an instance within limits. What ends one of the searches early ends the whole: nothing
    is then known of the number, and nothing is found.
    """

    def __init__(self, plan: CountingPlan, begin: Callable[[Instance, Limits], Search], limits: Limits):
        self._present: Search | None = None
        self._number = 0  # of the term that is being counted
        super().__init__(limits)
        self._plan = plan
        self._begin = begin

    @property
    def statistics(self) -> Statistics:  # type: ignore[override]
        """The work of all terms so far."""
        before, present = self._earlier, self._present
        if present is None:
            return before
        now = present.statistics
        done = (self._number + (now.done or 0)) / len(self._plan.terms)
        return Statistics(before.nodes + now.nodes, before.conflicts + now.conflicts, done, now.remark)

    @statistics.setter
    def statistics(self, value: Statistics) -> None:
        self._earlier = value

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        raise NotImplementedError("a planned count sees no selections")

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        total = 0
        for number, (times, instance) in enumerate(self._plan.terms):
            self._number = number
            if stop := self._interruption():
                return 0, stop
            left = None if self.limits.seconds is None else max(self._seconds_left(), 1e-3)
            with self._begin(instance, Limits(seconds=left)) as search:
                self._present = search
                if self._cancelled.is_set():
                    search.cancel()
                outcome = search.count()
            self.statistics, self._present = self.statistics, None
            if not outcome.complete:
                return 0, outcome.stop
            total += times * outcome.found
        found, rest = divmod(total, self._plan.divisor)
        assert rest == 0, "the symmetries do not form a group"
        if self.limits.solutions is not None and found > self.limits.solutions:
            return self.limits.solutions, StopReason.SOLUTION_LIMIT
        return found, StopReason.EXHAUSTED

    def _interrupt(self) -> None:
        if search := self._present:
            search.cancel()

"""Unbiased estimates of how many selections an instance has, one replicate after another.

Each replicate carries a population of partial selections through the search tree (see
``src/native/include/tilemodel/population.hpp``). This is no backend: it finds nothing, and says how much there is.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tilemodel.backends.native import cells_covered_often, missing_engine, problem_of, rows_out_of_reach
from tilemodel.errors import UnavailableError, UnsupportedError
from tilemodel.instance import Instance

_STATES = 2000  # looked at between two looks at the cancel button


@dataclass(frozen=True)
class Replicate:
    """One independent estimate. Logarithms are natural; minus infinity stands for zero.

    ``nodes``: branches of the search tree. ``exact``: nothing was left out, so that all replicates agree.
    ``states``: how many were looked at, the measure of the work.
    """

    log_selections: float
    log_nodes: float
    exact: bool
    states: int


class Tree(Enum):
    """The search tree that a population goes through."""

    SMALLEST = "the item with the fewest options first, as mrv does"
    SCAN = "the lowest undecided cell first, as anchor does"
    NARROWED = "as SMALLEST, without options that leave an item none: no engine's, and the best for counting"


class Sampler:
    """Replicates of one instance, by threads; :meth:`cancel` ends them from any thread.

    Raises UnavailableError or UnsupportedError.
    """

    def __init__(self, instance: Instance, *, workers: int = 1):
        if missing := missing_engine():
            raise UnavailableError(f"estimates cannot be made here: {missing}")
        from tilemodel import _native

        objections = cells_covered_often(instance) + rows_out_of_reach(instance)
        self._problem = None if objections else problem_of(instance)
        if self._problem is not None and not _native.countable(self._problem):
            objections = ["options that cover nothing that is covered at most once"]
        if objections:
            raise UnsupportedError(f"no estimate can be made for {'; '.join(objections)}")
        self._workers = workers
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Ask it to end; sticky."""
        self._cancelled.set()

    def replicates(self, most: int, seeds: range, tree: Tree = Tree.SMALLEST) -> Iterator[Replicate]:
        """A replicate for each seed, in their order, with at most so many states a level; ends early if cancelled."""
        with ThreadPoolExecutor(self._workers) as pool:
            for replicate in pool.map(lambda seed: self._replicate(most, seed, tree), seeds):
                if replicate is None:
                    return
                yield replicate

    def _replicate(self, most: int, seed: int, tree: Tree) -> Replicate | None:
        if self._cancelled.is_set():
            return None
        from tilemodel import _native

        population: Any = _native.population(self._problem, getattr(_native.Tree, tree.name), most, seed)
        while not population.advance(_STATES):
            if self._cancelled.is_set():
                return None
        return Replicate(population.log_selections, population.log_nodes, population.exact, population.states)

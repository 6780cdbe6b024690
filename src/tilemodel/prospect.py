"""How long counting would take, before it starts: the estimated tree of an engine, at the pace that it shows here."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from tilemodel import backends
from tilemodel.backends.search import Limits
from tilemodel.compiler import Compilation, without_goal
from tilemodel.estimate import Estimate, estimate
from tilemodel.instance import Instance

SCAN = {"anchor": True, "mrv": False}
"""The engines that walk a tree which can be estimated, and whether it is that of a scan."""


_TELLING = 0.02
"""The part of a search from which on its own progress tells more than the estimate of a tree: it may merge or prune."""


@dataclass(frozen=True)
class Prospect:
    """What one engine would need: ``log_seconds`` (natural logarithm) on one thread for ``log_nodes`` nodes.

    ``finished`` says that it needed no estimate: it counted to the end while its pace was taken. ``bytes`` is the
    memory that it would take, where that may be much; ``guess`` says that nothing vouches for these numbers.
    """

    engine: str
    log_nodes: float
    log_seconds: float
    finished: bool = False
    bytes: int = 0
    guess: bool = False


def prospects(
    compilation: Compilation, about: Estimate, *, trial: float = 0.5, seconds: float = 5.0, workers: int = 1
) -> list[Prospect]:
    """For each engine that can take the puzzle, how long a count would take, the quickest first.

    ``trial``: seconds for which each shows its pace. ``seconds``: for estimating a tree that is not the one of
    ``about``, with a coarse population.
    """
    compilation = without_goal(compilation)
    instance = compilation.instance
    able = [name for name in (*SCAN, "frontier") if name in backends.names() and _takes(name, instance)]
    found = []
    for engine in able:
        if engine == "frontier":
            found.append(_merging(instance))
            continue
        with backends.get(engine).search(instance, Limits(seconds=trial)) as search:
            began = time.perf_counter()
            complete = search.count().complete
            took, nodes, done = time.perf_counter() - began, search.statistics.nodes, search.statistics.done or 0.0
        if complete:
            found.append(Prospect(engine, _log(nodes), _log(took), finished=True))
            continue
        if done > _TELLING:
            found.append(Prospect(engine, _log(nodes / done), _log(took / done)))
            continue
        tree = about.log_nodes
        if SCAN[engine]:
            scanned = estimate(compilation, replicates=8, precision=0.2, seconds=seconds, workers=workers, scan=True)
            if scanned is None:
                continue
            tree = scanned.log_nodes
        found.append(Prospect(engine, tree, tree - math.log(max(nodes, 1) / took)))
    return sorted(found, key=lambda prospect: prospect.log_seconds)


def _takes(name: str, instance: Instance) -> bool:
    backend = backends.get(name)
    return not backend.availability() and not backend.objections(instance)


def _merging(instance: Instance) -> Prospect:
    """The frontier engine's: it goes through states, not a tree, and how many there are is guessed from the first."""
    from tilemodel.backends.frontier import forecast

    began = time.perf_counter()
    ahead = forecast(instance)
    pace = max(ahead.seen, 1) / (time.perf_counter() - began)
    states = max(ahead.states, 1)
    return Prospect("frontier", _log(states), _log(states / pace), bytes=ahead.bytes, guess=not ahead.exact)


def _log(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf

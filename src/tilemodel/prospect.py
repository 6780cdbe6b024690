"""How long counting would take, before it starts: the estimated tree of an engine, at the pace that it shows here."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from tilemodel import backends
from tilemodel.backends.base import Limits
from tilemodel.compiler import Compilation, without_goal
from tilemodel.estimate import Estimate, estimate

SCAN = {"anchor": True, "mrv": False}
"""The engines that walk a tree which can be estimated, and whether it is that of a scan."""


@dataclass(frozen=True)
class Prospect:
    """What one engine would need: ``log_seconds`` (natural logarithm) on one thread for ``log_nodes`` nodes.

    ``finished`` says that it needed no estimate: it counted to the end while its pace was taken.
    """

    engine: str
    log_nodes: float
    log_seconds: float
    finished: bool


def prospects(
    compilation: Compilation, about: Estimate, *, trial: float = 0.5, seconds: float = 5.0, workers: int = 1
) -> list[Prospect]:
    """For each engine that can take the puzzle, how long a count would take, the quickest first.

    ``trial``: seconds for which each shows its pace. ``seconds``: for estimating a tree that is not the one of
    ``about``, with a coarse population.
    """
    compilation = without_goal(compilation)
    found = []
    for engine in (name for name in SCAN if name in backends.names()):
        backend = backends.get(engine)
        if backend.availability() or backend.objections(compilation.instance):
            continue
        with backend.search(compilation.instance, Limits(seconds=trial)) as search:
            began = time.perf_counter()
            complete = search.count().complete
            took, nodes = time.perf_counter() - began, search.statistics.nodes
        if complete:
            found.append(Prospect(engine, _log(nodes), _log(took), True))
            continue
        tree = about.log_nodes
        if SCAN[engine]:
            scanned = estimate(compilation, replicates=8, precision=0.2, seconds=seconds, workers=workers, scan=True)
            if scanned is None:
                continue
            tree = scanned.log_nodes
        found.append(Prospect(engine, tree, tree - math.log(max(nodes, 1) / took), False))
    return sorted(found, key=lambda prospect: prospect.log_seconds)


def _log(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf

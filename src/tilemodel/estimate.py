"""How many arrangements a puzzle has, about, and how large its search tree is, without searching it.

The mean of independent unbiased replicates. A replicate of a large population is close to log-normally distributed
(Berard, Del Moral and Doucet, A lognormal central limit theorem for particle approximations of normalizing constants,
2014), so the interval is Cox's for the mean of such a distribution, with Student's quantiles.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from tilemodel.backends.population import Replicate, Sampler, Tree
from tilemodel.compiler import Compilation, without_goal
from tilemodel.errors import UsageError
from tilemodel.limits import ESTIMATE_SECONDS

TREE_POPULATION = 200
"""States a level, at most, for the size of the search tree."""

FIRST_POPULATION = 200
"""States a level in the first stage of counting, whose spread says how many the last one needs."""

LARGEST_POPULATION = 4_000_000

_LARGEST_EXACT = math.log(1e12)  # beyond it, a logarithm does not tell neighbouring numbers apart
_ROUNDING = 1e-9

_GROWTH = 32  # one stage has at most so many times the states of the one before


@dataclass(frozen=True)
class Estimate:
    """About how many arrangements: ``interval`` holds the number with probability ``confidence``.

    Numbers are given by their natural logarithms, since many are beyond any float; minus infinity is zero.
    ``exact``: nothing was sampled, the number is the count (of up to 10^12). ``nodes`` is the size of the search
    tree. ``population`` and ``seed`` make it again. ``reliable`` is false where some replicates met no arrangement at
    all: then the interval reaches from zero to the size of the tree.
    """

    log_estimate: float
    log_interval: tuple[float, float]
    confidence: float
    replicates: int
    log_nodes: float
    population: int
    seed: int
    exact: bool
    reliable: bool

    @property
    def relative_width(self) -> float:
        """Half the width of the interval, as a part of the estimate."""
        if self.exact:
            return 0.0
        low, high = (math.exp(x - self.log_estimate) for x in self.log_interval)
        return (high - low) / 2


def estimate(
    compilation: Compilation,
    *,
    replicates: int = 20,
    confidence: float = 0.95,
    precision: float = 0.03,
    population: int | None = None,
    seed: int = 0,
    seconds: float = ESTIMATE_SECONDS,
    workers: int = 1,
    scan: bool = False,
    watch: Callable[[Sampler], None] = lambda sampler: None,
) -> Estimate | None:
    """Estimate the number of arrangements of a compiled puzzle; its objective, if any, is ignored.

    Populations go through the tree of an engine for its size (``scan``: that of ``anchor``), and for the number through
    a smaller tree, on which they spread less.

    ``population`` fixes the number of states a level. Otherwise it grows from stage to stage, until the interval is
    within ``precision`` (half its width, relative) or the next stage would not end within ``seconds``; the last
    stage alone counts. ``watch`` is given what can be cancelled from another thread; then the last whole stage is the
    result, None where there is none. Raises UsageError, UnsupportedError or UnavailableError.

    >>> from tilemodel import Board, Piece, Puzzle
    >>> from tilemodel.compiler import compile_puzzle
    >>> domino = Piece.draw("D", "##", minimum=0, maximum=None)
    >>> about = estimate(compile_puzzle(Puzzle(Board.box(6, 6), (domino,))))
    >>> round(math.exp(about.log_estimate)), about.exact
    (6728, True)
    """
    if replicates < 2:
        raise UsageError(f"an interval needs at least 2 replicates, not {replicates}")
    if not 0 < confidence < 1:
        raise UsageError(f"a confidence lies between 0 and 1, not at {confidence}")
    sampler = Sampler(without_goal(compilation).instance, workers=workers)
    watch(sampler)

    def stage(tree: Tree, most: int, number: int) -> list[Replicate] | None:
        """Replicates, or one that is exact; None where they were cancelled."""
        first, found = (seed * 1000 + number) * 1000, []
        for replicate in sampler.replicates(most, range(first, first + replicates), tree):
            found.append(replicate)
            if replicate.exact:
                return found
        return found if len(found) == replicates else None

    start = time.monotonic()
    most = min(population or TREE_POPULATION, TREE_POPULATION)
    found = stage(Tree.SCAN if scan else Tree.SMALLEST, most, 0)
    if found is None:
        return None
    log_nodes = _log_mean([replicate.log_nodes for replicate in found])
    last = summarise(found, confidence, log_nodes, most, seed)
    if last.exact:
        return last
    most, number = population or FIRST_POPULATION, 1
    while True:
        began = time.monotonic()
        found = stage(Tree.SCAN if scan else Tree.NARROWED, most, number)
        if found is None:
            return last
        last = summarise(found, confidence, log_nodes, most, seed)
        if found[-1].exact or population or last.relative_width <= precision:
            return last
        cost = (time.monotonic() - began) / most
        affordable = int(0.85 * (seconds - (time.monotonic() - start)) / max(cost, 1e-9))
        needed = int(1.3 * most * (last.relative_width / precision) ** 2) if last.reliable else most * _GROWTH
        larger = min(affordable, needed, most * _GROWTH, LARGEST_POPULATION)
        if larger < most * 1.5:
            return last
        most, number = larger, number + 1


def summarise(found: list[Replicate], confidence: float, log_nodes: float, population: int, seed: int) -> Estimate:
    """The estimate that replicates make together; one that is exact speaks for all."""
    count = len(found)
    logs = [replicate.log_selections for replicate in found]
    log_estimate = _log_mean(logs)
    whole = found[-1].exact  # nothing was left out
    exact = whole and logs[-1] < _LARGEST_EXACT
    reliable = whole or -math.inf not in logs
    if whole:
        log_estimate = logs[-1]
        low, high = (log_estimate, log_estimate) if exact else (log_estimate - _ROUNDING, log_estimate + _ROUNDING)
    elif not reliable:
        low, high = -math.inf, log_nodes  # each arrangement is a node
    else:
        low, high = _cox(logs, confidence)
        low, high = min(low, log_estimate), max(high, log_estimate)
    return Estimate(log_estimate, (low, high), confidence, count, log_nodes, population, seed, exact, reliable)


def _log_mean(logs: list[float]) -> float:
    """The logarithm of the mean of numbers that are given by their logarithms."""
    largest = max(logs)
    if largest == -math.inf:
        return largest
    return largest + math.log(math.fsum(math.exp(x - largest) for x in logs) / len(logs))


def _cox(logs: list[float], confidence: float) -> tuple[float, float]:
    """Cox's interval for the logarithm of the mean of a log-normal distribution (Zhou and Gao 1997)."""
    from scipy.special import stdtrit

    count = len(logs)
    centre = math.fsum(logs) / count
    variance = math.fsum((x - centre) ** 2 for x in logs) / (count - 1)
    spread = math.sqrt(variance / count + variance**2 / (2 * (count - 1)))
    reach = float(stdtrit(count - 1, (1 + confidence) / 2)) * spread
    middle = centre + variance / 2
    return middle - reach, middle + reach

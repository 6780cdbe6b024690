"""Which backend answers, when the user leaves it to ``auto``, and with how many workers.

A choice is a list of stages: each runs until its time is up, the last one until the end. A backtracker is
unbeatable where it is lucky and hopeless where it is not, so that for one arrangement it gets a moment first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tilemodel import backends
from tilemodel.backends.base import Limits, Search
from tilemodel.errors import UnavailableError, UnsupportedError, UsageError
from tilemodel.instance import Instance

MOMENT = 2.0
"""Seconds that the native backtracker may try for one arrangement before CP-SAT takes over."""


@dataclass(frozen=True)
class Stage:
    """A backend with its options, for so many seconds (None: to the end), and the reason for it.

    With ``workers`` or ``ordered`` the instance is cut into parts, see :mod:`tilemodel.parallel`.
    """

    backend: str
    why: str
    options: Any = None
    seconds: float | None = None
    workers: int = 1
    ordered: bool = False

    def search(self, instance: Instance, limits: Limits) -> Search:
        """Begin it."""
        backend = backends.get(self.backend)
        if self.workers == 1 and not self.ordered:
            return backend.search(instance, limits, self.options)
        from tilemodel.parallel import ParallelSearch, Team

        return ParallelSearch(backend, instance, limits, self.options, Team(self.workers, self.ordered))


def choose(
    instance: Instance,
    *,
    backend: str = "auto",
    limits: Limits = Limits(),
    seed: int | None = None,
    options: Any = None,
    workers: int | None = None,
    ordered: bool = False,
) -> list[Stage]:
    """The stages that answer: the named backend alone, or what ``auto`` takes.

    ``workers`` None leaves their number to the backend: one, or, where CP-SAT looks for a single arrangement or a best
    one, its own default. Raises UnavailableError, UnsupportedError or UsageError before anything is searched.
    """
    if workers is not None and workers < 1:
        raise UsageError(f"the number of workers is at least 1, not {workers}")
    if backend != "auto":
        chosen = backends.get(backend)
        if missing := chosen.availability():
            raise UnavailableError(f"the {backend} backend cannot run here: {missing}")
        if culprits := chosen.objections(instance):
            raise UnsupportedError(f"the {backend} backend cannot take {'; '.join(culprits)}; leave out --backend")
        stages = [Stage(backend, "named by the user", options)]
    elif options is not None:
        raise UsageError("options belong to a backend: name it, too")
    else:
        stages = list(_automatic(instance, limits))
    if ordered and len(stages) > 1:
        raise UsageError("--ordered: auto goes from one backend to another by the clock; name one with --backend")
    return [_staffed(_seeded(stage, seed), instance, limits, workers, ordered) for stage in stages]


def _automatic(instance: Instance, limits: Limits) -> Iterable[Stage]:
    if instance.goal:
        return [_first_that_takes(instance, ("cpsat", "sat"), "it proves bounds on an objective")]
    if not _takes("anchor", instance):
        return [_first_that_takes(instance, ("cpsat", "sat", "reference"), "it takes this puzzle")]
    if limits.solutions != 1 or not _takes("cpsat", instance):
        return [Stage("anchor", "native backtracking sees every arrangement fastest")]
    moment = MOMENT if limits.seconds is None else min(MOMENT, limits.seconds / 4)
    return [
        Stage("anchor", "one arrangement is often found at once by backtracking", seconds=moment),
        Stage("cpsat", f"backtracking found none in {moment:g} s"),
    ]


def _first_that_takes(instance: Instance, names: tuple[str, ...], why: str) -> Stage:
    for name in names:
        if _takes(name, instance):
            return Stage(name, why)
    raise UnsupportedError(f"none of {', '.join(names)} can run here and take this puzzle; see tilemodel backends")


def _takes(name: str, instance: Instance) -> bool:
    backend = backends.get(name)
    return backend.availability() is None and not backend.objections(instance)


def _seeded(stage: Stage, seed: int | None) -> Stage:
    """The stage with the seed in its options, for backends that have one (the others give one order always)."""
    return stage if seed is None or not _has(stage.backend, "seed") else _with_option(stage, seed=seed)


def _staffed(stage: Stage, instance: Instance, limits: Limits, workers: int | None, ordered: bool) -> Stage:
    """The stage with its workers: a backend's own where it has them for this question, else one each part."""
    single = limits.solutions == 1 or instance.goal is not None
    if stage.backend in _OWN_WORKERS[single]:
        if ordered and single and (workers or 1) > 1:
            raise UsageError("--ordered: which of several workers finds one first differs each time; use --workers 1")
        if workers is None and ordered:
            workers = 1
        if workers is not None and _has(stage.backend, "workers"):
            return _with_option(stage, workers=workers)
        return stage if workers in (None, 1) else replace(stage, why=f"{stage.why}; undivided, on one thread")
    if instance.goal:  # each arrangement found is to guide the search for a better one
        return stage if workers in (None, 1) else replace(stage, why=f"{stage.why}; undivided, on one thread")
    return replace(stage, workers=workers or 1, ordered=ordered)


_OWN_WORKERS = {True: ("cpsat", "frontier"), False: ("frontier",)}
"""Backends whose instances are not cut, where a single arrangement (or a best one) is wanted, and where several are:
CP-SAT's workers look for one together, and the frontier engine works in lanes, since cutting would undo its merging."""


def _has(backend: str, option: str) -> bool:
    return option in getattr(backends.get(backend).Options, "__dataclass_fields__", {})


def _with_option(stage: Stage, **settings: Any) -> Stage:
    return replace(stage, options=replace(stage.options or backends.get(stage.backend).Options(), **settings))

"""Which backend answers, when the user leaves it to ``auto``.

A choice is a list of stages: each runs until its time is up, the last one until the end. A backtracker is
unbeatable where it is lucky and hopeless where it is not, so that for one arrangement it gets a moment first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tilemodel import backends
from tilemodel.backends.base import Limits
from tilemodel.errors import UnavailableError, UnsupportedError, UsageError
from tilemodel.instance import Instance

MOMENT = 2.0
"""Seconds that the native backtracker may try for one arrangement before CP-SAT takes over."""


@dataclass(frozen=True)
class Stage:
    """A backend with its options, for so many seconds (None: to the end), and the reason for it."""

    backend: str
    why: str
    options: Any = None
    seconds: float | None = None


def choose(
    instance: Instance, *, backend: str, limits: Limits, seed: int | None = None, options: Any = None
) -> list[Stage]:
    """The stages that answer: the named backend alone, or what ``auto`` takes.

    Raises UnavailableError, UnsupportedError or UsageError before anything is searched.
    """
    if backend != "auto":
        chosen = backends.get(backend)
        if missing := chosen.availability():
            raise UnavailableError(f"the {backend} backend cannot run here: {missing}")
        if culprits := chosen.objections(instance):
            raise UnsupportedError(f"the {backend} backend cannot take {'; '.join(culprits)}; leave out --backend")
        return [Stage(backend, "named by the user", _seeded(backend, options, seed))]
    if options is not None:
        raise UsageError("options belong to a backend: name it, too")
    if instance.goal:
        return [_first_that_takes(instance, ("cpsat", "sat"), "it proves bounds on an objective", seed)]
    if not _takes("anchor", instance):
        return [_first_that_takes(instance, ("cpsat", "sat", "reference"), "it takes this puzzle", seed)]
    if limits.solutions != 1 or not _takes("cpsat", instance):
        return [Stage("anchor", "native backtracking sees every arrangement fastest")]
    moment = MOMENT if limits.seconds is None else min(MOMENT, limits.seconds / 4)
    return [
        Stage("anchor", "one arrangement is often found at once by backtracking", seconds=moment),
        Stage("cpsat", f"backtracking found none in {moment:g} s", _seeded("cpsat", None, seed)),
    ]


def _first_that_takes(instance: Instance, names: tuple[str, ...], why: str, seed: int | None) -> Stage:
    for name in names:
        if _takes(name, instance):
            return Stage(name, why, _seeded(name, None, seed))
    raise UnsupportedError(f"none of {', '.join(names)} can run here and take this puzzle; see tilemodel backends")


def _takes(name: str, instance: Instance) -> bool:
    backend = backends.get(name)
    return backend.availability() is None and not backend.objections(instance)


def _seeded(name: str, options: Any, seed: int | None) -> Any:
    """The options with the seed in them, for backends that have one (the others give one order always)."""
    settings = backends.get(name).Options
    if seed is None or "seed" not in getattr(settings, "__dataclass_fields__", {}):
        return options
    return replace(options or settings(), seed=seed)

"""Which backend answers, when the user leaves it to ``auto``, and with how many workers.

A choice is a list of stages: each runs until it has used up its time or its memory, the last one until the end. The
table of rules says which: the first that applies to a question gives the stages. What it rests on are measurements; the
reasons in the table are what ``--verbose`` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from tilemodel import backends
from tilemodel.backends.search import Limits, Search
from tilemodel.errors import UnavailableError, UnsupportedError, UsageError
from tilemodel.instance import Instance, ItemKind

MOMENT = 2.0
"""Seconds in which a native engine may find a single arrangement before the others have their turns."""

TURNS = 3
"""How often those that share the rest of the time have their turn before the last of them gets all of it."""

WIDE = 23.5
"""The width from which a scan of the board loses to branching where fewest options are left; see :func:`width`."""

WIDE_OF_MANY = 19.5
"""The same where there are many pieces to tell apart: with them, branching sees earlier that one has no place left."""

NARROW = 12.0
"""The width up to which states are merged even so."""

MOTLEY = 6
"""How many different pieces may be there for them not to be many."""

STATES = 10**9
"""How many states of a wide board may be forecast for them to be merged: a forecast tells millions from billions."""

_FORECAST = 100_000  # steps that a forecast looks at: a few hundredths of a second


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


@dataclass(frozen=True)
class Question:
    """What is asked of an instance."""

    instance: Instance
    limits: Limits
    counting: bool = False

    @property
    def best(self) -> bool:
        """Whether a best selection is wanted."""
        return self.instance.goal is not None

    @property
    def single(self) -> bool:
        """Whether one selection is enough."""
        return self.limits.solutions == 1

    @property
    def few(self) -> bool:
        """Whether not all selections are wanted."""
        return self.limits.solutions is not None

    @property
    def wide(self) -> bool:
        """Whether a scan of the board meets its difficulties late."""
        return self._width >= (WIDE_OF_MANY if self.motley else WIDE)

    @property
    def narrow(self) -> bool:
        """Whether states are few whatever the pieces."""
        return self._width < NARROW

    @cached_property
    def motley(self) -> bool:
        """Whether there are many pieces to tell apart: each doubles the states of a scan."""
        return sum(item.kind is ItemKind.PIECE and item.hi == 1 for item in self.instance.items) > MOTLEY

    @property
    def mergeable(self) -> bool:
        """Whether states are few enough to be merged, as far as the first of them tell."""
        from tilemodel.backends.frontier import forecast

        return _takes("frontier", self.instance) and forecast(self.instance, _FORECAST).states <= STATES

    @cached_property
    def _width(self) -> float:
        return width(self.instance)


def width(instance: Instance) -> float:
    """How far back in scan order the options begin that cover a cell: the furthest of each cell, on average.

    Pieces of five cells have about 18 on 6 by 10 and 25 in a cube of 4 by 4 by 4.
    """
    first = list(range(instance.cell_count))
    members, offsets = instance.members, instance.offsets
    for k in range(instance.option_count):
        begin = offsets[k]
        start = members[begin] if begin < offsets[k + 1] else len(first)
        for i in members[begin : offsets[k + 1]]:
            if i < len(first) and start < first[i]:
                first[i] = start
    return sum(i - start for i, start in enumerate(first)) / max(len(first), 1)


@dataclass(frozen=True)
class Rule:
    """Where it ``applies``, the first of ``names`` that can answers, for the reason ``why``.

    Where ``then`` is not empty, it gets a moment only; after it those of ``then`` have turns, each twice as long as the
    one before. Where there is a rule ``instead``, that one answers when the memory is used up.
    """

    why: str
    names: tuple[str, ...]
    applies: Callable[[Question], bool] = lambda question: True
    then: tuple[str, ...] = ()
    instead: Rule | None = None


_BY_BRANCHING = Rule(
    "a wide board is best searched where fewest options are left", ("mrv", "anchor", "sat", "cpsat", "reference")
)
_BY_SCAN = Rule("a narrow board is best searched by a scan", ("anchor", "mrv", "sat", "cpsat", "reference"))

RULES = (
    Rule("it proves that nothing is better", ("cpsat", "sat"), lambda q: q.best),
    Rule(
        "a single arrangement is often found at once where fewest options are left",
        ("mrv", "anchor"),
        lambda q: q.single and q.wide,
        then=("sat", "cpsat"),
    ),
    Rule(
        "a single arrangement is often found at once by a scan",
        ("anchor", "mrv"),
        lambda q: q.single,
        then=("frontier", "sat", "cpsat"),
    ),
    Rule(
        "few kinds of pieces: equal states are merged",
        ("frontier",),
        lambda q: q.wide and q.counting and not q.motley and not q.few and q.mergeable,
        instead=_BY_BRANCHING,
    ),
    replace(_BY_BRANCHING, applies=lambda q: q.wide),
    replace(_BY_SCAN, applies=lambda q: q.few or (q.motley and q.counting and not q.narrow)),
    Rule("a narrow board: equal states are merged", ("frontier",), instead=_BY_SCAN),
)
"""The first rule that applies is taken. Backends that cannot run here or cannot take the puzzle are passed over."""


def choose(
    instance: Instance,
    *,
    backend: str = "auto",
    limits: Limits = Limits(),
    seed: int | None = None,
    options: Any = None,
    workers: int | None = None,
    ordered: bool = False,
    counting: bool = False,
) -> list[Stage]:
    """The stages that answer: the named backend alone, or what ``auto`` takes, knowing whether only a number is asked.

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
        question = Question(instance, limits, counting)
        stages = list(_stages(next(rule for rule in RULES if rule.applies(question)), question))
    if ordered and len(stages) > 1:
        if limits.solutions == 1:
            raise UsageError("--ordered: auto goes from one backend to another by the clock; name one with --backend")
        stages = stages[-1:]  # the one that needs no luck with memory
    return [_staffed(_seeded(stage, seed), instance, limits, workers, ordered) for stage in stages]


def _stages(rule: Rule, question: Question) -> Iterator[Stage]:
    """The stages that a rule gives."""
    able = (name for name in rule.names if _takes(name, question.instance))
    first = list(islice(able, 1))
    if rule.instead:
        yield from (Stage(name, rule.why) for name in first)
        yield from _stages(rule.instead, question)
        return
    then = [name for name in rule.then if _takes(name, question.instance)]
    *early, last = first + then * (TURNS if len(then) > 1 else 1) or [""]
    if not last:
        raise UnsupportedError(
            f"none of {', '.join(rule.names + rule.then)} can run here and take this puzzle; see tilemodel backends"
        )
    seconds = min(MOMENT, (question.limits.seconds or float("inf")) / 8)
    why = rule.why if first else f"none of {', '.join(rule.names)} can take this puzzle"
    for name in early:
        yield Stage(name, why, seconds=seconds)
        why = f"{name} found none in {seconds:.3g} s"
        seconds *= 2
    yield Stage(last, why)


def _takes(name: str, instance: Instance) -> bool:
    backend = backends.get(name)
    return backend.availability() is None and not backend.objections(instance)


def _seeded(stage: Stage, seed: int | None) -> Stage:
    """The stage with the seed in its options, for backends that have one (the others give one order always)."""
    return stage if seed is None or not _has(stage.backend, "seed") else _with_option(stage, seed=seed)


def _staffed(stage: Stage, instance: Instance, limits: Limits, workers: int | None, ordered: bool) -> Stage:
    """The stage with its workers: a backend's own where it has them for this question, else one for each part."""
    single = limits.solutions == 1 or instance.goal is not None
    # CP-SAT's own workers look for one selection together. Cutting would undo the merging of states; and where there
    # is a goal, each selection found is to guide the search for a better one.
    if not backends.get(stage.backend).merges and not (single and stage.backend == "cpsat"):
        if instance.goal is None:
            return replace(stage, workers=workers or 1, ordered=ordered)
    elif _has(stage.backend, "workers"):
        if ordered and single and (workers or 1) > 1:
            raise UsageError("--ordered: which of several workers finds one first differs each time; use --workers 1")
        if workers or ordered:
            return _with_option(stage, workers=workers or 1)
    return replace(stage, why=f"{stage.why}; undivided, by one worker") if (workers or 1) > 1 else stage


def _has(backend: str, option: str) -> bool:
    return option in getattr(backends.get(backend).Options, "__dataclass_fields__", {})


def _with_option(stage: Stage, **settings: Any) -> Stage:
    return replace(stage, options=replace(stage.options or backends.get(stage.backend).Options(), **settings))

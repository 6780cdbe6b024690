"""Random arrangements of a puzzle: uniformly random where all can be numbered, otherwise merely diverse."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tilemodel.backends.frontier import FrontierOptions
from tilemodel.backends.ranks import Ranks
from tilemodel.backends.search import StopReason
from tilemodel.checker import check_solution
from tilemodel.compiler import Compilation, without_goal
from tilemodel.driver import ask
from tilemodel.errors import SolutionError, UnavailableError, UnsupportedError, UsageError
from tilemodel.limits import SAMPLE_MEGABYTES, SAMPLE_SECONDS
from tilemodel.solution import Solution, decode

_TRIES = 4  # of each arrangement that is asked for, until a new one is found


@dataclass(frozen=True)
class Sample:
    """Different arrangements. ``uniform``: every set of so many was as likely as any other; else ``why`` not.

    ``total`` is the number of all arrangements, where it is known; where it is not larger than what was asked for, the
    sample is all of them. ``complete`` is false where time ran out, or chance brought too few new ones.
    """

    solutions: tuple[Solution, ...]
    uniform: bool
    total: int | None
    complete: bool
    why: str = ""


def sample(
    compilation: Compilation,
    number: int,
    *,
    seed: int = 0,
    memory: int = SAMPLE_MEGABYTES,
    seconds: float = SAMPLE_SECONDS,
    watch: Callable[[Any], None] = lambda sampler: None,
) -> Sample:
    """Different random arrangements of a compiled puzzle, each checked; its objective, if any, is ignored.

    Uniform, if the frontier engine holds the puzzle within ``memory`` megabytes and half of the ``seconds``. Otherwise
    each is what a search finds first with its options in a random order, which favours some. ``watch`` is given what
    can be cancelled from another thread. The same seed gives the same uniform sample. Raises UsageError for a number
    below 1.

    >>> from tilemodel import Board, Piece, Puzzle
    >>> from tilemodel.compiler import compile_puzzle
    >>> domino = Piece.draw("D", "##", minimum=0, maximum=None)
    >>> drawn = sample(compile_puzzle(Puzzle(Board.box(8, 8), (domino,))), 3, seed=1)
    >>> len(drawn.solutions), drawn.uniform, drawn.total
    (3, True, 12988816)
    """
    if number < 1:
        raise UsageError(f"a sample has at least 1 arrangement, not {number}")
    compilation = without_goal(compilation)
    control = _Control(time.monotonic() + seconds)
    watch(control)
    ranks, why = _numbered(compilation, memory, seconds / 2, control)
    if ranks is not None:
        return _uniform(compilation, ranks, number, random.Random(seed))
    return _diverse(compilation, number, random.Random(seed), control, why)


class _Control:
    """What is going on at the moment, to be cancelled."""

    def __init__(self, deadline: float):
        self.deadline, self.cancelled = deadline, False
        self._current: Any = None

    def attend(self, current: Any) -> None:
        self._current = current
        if self.cancelled:
            current.cancel()

    def cancel(self) -> None:
        self.cancelled = True
        if self._current is not None:
            self._current.cancel()

    @property
    def seconds_left(self) -> float:
        return self.deadline - time.monotonic()


def _numbered(compilation: Compilation, memory: int, seconds: float, control: _Control) -> tuple[Ranks | None, str]:
    """All arrangements numbered, or None and why they cannot be."""
    try:
        ranks = Ranks(compilation.instance, FrontierOptions(memory=memory))
    except (UnsupportedError, UnavailableError) as error:
        return None, str(error)
    control.attend(ranks)
    stop = ranks.prepare(seconds)
    if stop is StopReason.EXHAUSTED:
        return ranks, ""
    if stop is StopReason.WORK_LIMIT:
        return None, f"numbering all arrangements takes more than {memory:,} MB"
    return None, "interrupted" if control.cancelled else f"numbering all arrangements takes more than {seconds:g} s"


def _uniform(compilation: Compilation, ranks: Ranks, number: int, chance: random.Random) -> Sample:
    """As many different ranks as are asked for, all sets of them alike likely."""
    if number >= ranks.total:
        chosen = list(range(ranks.total))
        chance.shuffle(chosen)
    else:
        chosen, seen = [], set()
        while len(chosen) < number:
            rank = chance.randrange(ranks.total)
            if rank not in seen:
                seen.add(rank)
                chosen.append(rank)
    instance = compilation.instance
    solutions = []
    for rank in chosen:
        solution = decode(compilation.placements, instance.placements_of(ranks.selection(rank)))
        if problems := check_solution(compilation.puzzle, solution):
            raise SolutionError(["the frontier engine gave a wrong arrangement (a bug; please report it)", *problems])
        solutions.append(solution)
    return Sample(tuple(solutions), True, ranks.total, True)


def _diverse(compilation: Compilation, number: int, chance: random.Random, control: _Control, why: str) -> Sample:
    found: dict[Solution, None] = {}
    for _ in range(_TRIES * number):
        if len(found) == number or control.cancelled or control.seconds_left <= 0:
            break
        order = list(range(compilation.instance.option_count))
        chance.shuffle(order)
        shuffled = replace(compilation, instance=compilation.instance.restrict(order))
        with ask(shuffled, limit=1, time_limit=control.seconds_left, seed=chance.randrange(2**31)) as run:
            control.attend(run)
            found.update(dict.fromkeys(run))
            if run.outcome.complete and not run.outcome.found:
                return Sample((), True, 0, True)  # there is none
    return Sample(tuple(found), False, None, len(found) == number, why)

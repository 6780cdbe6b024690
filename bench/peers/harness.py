"""What every peer's script shares: read the problem, ask, time the solving alone, print one JSON object.

A script is run as ``SCRIPT PROBLEM.json QUESTION SECONDS SEED`` in the peer's environment, so that this file needs
nothing but Python. The problem: items ``0 .. items - 1``, of which those below ``primary`` are covered exactly once
and the others at most once, and options as lists of items. Setting the solver up is timed with the solving; importing
it and reading the file are not.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version


@dataclass(frozen=True)
class Problem:
    items: int
    primary: int
    options: list[list[int]]
    seed: int = 0  # for those who decide by chance

    def exact(self) -> list[list[int]]:
        """The options, with one more for each item that may stay uncovered: then each is covered exactly once."""
        return self.options + [[item] for item in range(self.primary, self.items)]

    def solved_by(self, chosen: list[int]) -> bool:
        """Whether these options (others, beyond the list, are such additions) are a solution."""
        covered = [item for k in chosen if k < len(self.options) for item in self.options[k]]
        return len(set(covered)) == len(covered) and set(range(self.primary)) <= set(covered)


def _user() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def _checked(problem: Problem, chosen: list[int] | None) -> bool:
    if chosen is not None and not problem.solved_by(chosen):
        raise SystemExit(f"what is no solution came out: {chosen}")
    return chosen is not None


def main(
    package: str,
    arrangements: Callable[[Problem], Iterator[list[int]]] | None = None,
    count: Callable[[Problem], int] | None = None,
    first: Callable[[Problem], list[int] | None] | None = None,
) -> None:
    """Answer with what the peer has: a count, a first arrangement (a list of options), or all one by one."""
    path, question, seconds, seed = sys.argv[1:]
    with open(path) as file:
        problem = Problem(**json.load(file), seed=int(seed))
    user, wall = _user(), time.perf_counter()
    if question == "count" and count:
        answer = count(problem)
    elif question == "first" and first:
        answer = int(_checked(problem, first(problem)))
    elif arrangements:
        answer = 0
        for chosen in arrangements(problem):
            answer += _checked(problem, chosen) if answer == 0 else 1
            if question == "first" or (question == "rate" and time.perf_counter() - wall > float(seconds)):
                break
    else:
        raise SystemExit(f"{package} does not answer this")
    line = {"answer": answer, "user": _user() - user, "wall": time.perf_counter() - wall, "used": version(package)}
    print(json.dumps(line))

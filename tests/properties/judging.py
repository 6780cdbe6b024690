"""Random puzzles brought before a law."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import seed as with_seed
from hypothesis import strategies as st
from properties.laws import Law
from properties.puzzles import puzzles

from tilemodel.puzzle import Puzzle


def judge(law: Law, examples: int, seed: int | None = None, seen: Callable[[Puzzle], None] | None = None) -> None:
    """Raise, with the smallest puzzle that Hypothesis finds, where a law does not hold for so many random puzzles.

    The same puzzles always, unless there is a ``seed``. ``seen`` is told of each puzzle that obeyed.
    """

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=seed is None,
        database=None,
        print_blob=False,
    )
    @given(puzzles(), st.integers(0, 2**32))
    def obeys(puzzle, number):
        assume(law(puzzle, random.Random(number)))
        if seen:
            seen(puzzle)

    (obeys if seed is None else with_seed(seed)(obeys))()

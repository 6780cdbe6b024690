"""However many workers: the same arrangements of random puzzles, and with an order the same order."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from properties.puzzles import puzzles

from tilemodel.backends.search import StopReason
from tilemodel.compiler import compile_puzzle
from tilemodel.driver import ask

EXAMPLES = int(os.environ.get("TILEMODEL_EXAMPLES", "40"))
quick = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("distinct", [False, True])
@quick
@given(puzzles(), st.integers(1, 4))
def test_workers_change_no_answer(distinct, puzzle, workers):
    compilation = compile_puzzle(puzzle)
    assume(compilation.instance.option_count <= 150)
    question = {"backend": "anchor", "distinct": distinct}
    number = ask(compilation, question="count", **question).count().found
    assume(number <= 3000)
    alone = list(ask(compilation, **question))
    together = list(ask(compilation, workers=workers, **question))
    assert len(together) == len(set(together)) == number
    assert set(together) == set(alone)
    assert ask(compilation, question="count", workers=workers, **question).count().found == number
    in_order = list(ask(compilation, workers=workers, ordered=True, **question))
    assert in_order == list(ask(compilation, ordered=True, **question))
    assert set(in_order) == set(alone)


@quick
@given(puzzles(), st.integers(1, 20), st.booleans())
def test_a_limit_is_exact(puzzle, limit, distinct):
    compilation = compile_puzzle(puzzle)
    assume(compilation.instance.option_count <= 150)
    question = {"backend": "anchor", "distinct": distinct}
    number = ask(compilation, question="count", **question).count().found
    assume(number <= 3000)
    with ask(compilation, workers=2, limit=limit, **question) as run:
        found = list(run)
    assert len(found) == len(set(found)) == run.outcome.found == min(limit, number)
    assert run.outcome.stop in (StopReason.SOLUTION_LIMIT, StopReason.EXHAUSTED)
    assert number <= limit or run.outcome.stop is StopReason.SOLUTION_LIMIT

"""Every shipped model loads, says where it and its answers come from, and its answers hold."""

from __future__ import annotations

import pytest

from tilemodel.expectations import check_expectations
from tilemodel.formats.shipped import load, shipped_models

MODELS = tuple(shipped_models())

# More than two seconds on one core, in all questions of the model together.
SLOW = {
    "bedlam",
    "bricks-7x7x7",
    "dominoes-16x16",
    "dominoes-8x8",
    "dudeney-8x8",
    "iq-fit",
    "kanoodle",
    "l-trominoes-9x9",
    "n-pentacubes-5x5x5",
    "pentominoes-6x10",
    "pentominoes-6x10-no-crossroads",
    "pentominoes-8x8-corners",
    "solid-pentominoes-2x5x6",
    "solid-pentominoes-3x4x5",
    "t-tetracubes-4x4x8",
    "t-tetrominoes-20x20",
    "tetris-cube",
}
SECONDS = 1800.0

# About an hour as one count; tests/runs has a long run of it.
HOURS = {"t-tetracubes-4x6x6"}


def test_the_slow_ones_exist():
    assert set(MODELS) >= SLOW | HOURS


@pytest.mark.parametrize("name", MODELS)
def test_a_model_says_what_it_is_and_what_is_known(name):
    puzzle = load(name)
    assert puzzle.name == name
    assert puzzle.title and puzzle.source and puzzle.expect.source
    answers = (puzzle.expect.solutions, puzzle.expect.distinct, puzzle.expect.solvable, puzzle.expect.best)
    assert any(answer is not None for answer in answers)
    assert (puzzle.expect.best is not None) == (puzzle.objective is not None)


def test_titles_tell_models_apart():
    titles = [load(name).title for name in MODELS]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    "name", [pytest.param(m, marks=pytest.mark.slow if m in SLOW else ()) for m in MODELS if m not in HOURS]
)
def test_the_answers_hold(name):
    """Each question is answered, not skipped at a limit."""
    verdicts = check_expectations(load(name), time_limit=SECONDS)
    assert verdicts
    assert {v.question: v.message for v in verdicts if v.status != "passed"} == {}

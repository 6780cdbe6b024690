"""Puzzles that showed a fault, or invite one, each a small file: all laws hold, and so do the known answers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from properties.laws import LAWS, takers

from tilemodel.compiler import compile_puzzle
from tilemodel.expectations import check_expectations
from tilemodel.formats.model import read_model

CASES = sorted(Path(__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_it_obeys_all_laws(case):
    for law in LAWS:
        for seed in range(2):
            law(read_model(case), Random(seed))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_every_backend_gives_the_known_answers(case):
    puzzle = read_model(case)
    for backend in takers(compile_puzzle(puzzle).instance):
        verdicts = check_expectations(puzzle, backend=backend)
        assert verdicts and [v.message for v in verdicts if v.status != "passed"] == [], backend

"""Random arrangements: each as likely as any other where that is promised, and honest where it is not."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from contract.instances import SMALL
from hypothesis import HealthCheck, given, settings
from properties.puzzles import puzzles

from tilemodel import Board, Piece, Puzzle, backends, load
from tilemodel.backends.ranks import Ranks
from tilemodel.backends.search import StopReason
from tilemodel.checker import check_solution
from tilemodel.cli.main import main
from tilemodel.compiler import compile_puzzle, without_goal
from tilemodel.errors import UsageError
from tilemodel.sampling import sample

DOMINO = Piece.draw("D", "##", minimum=0, maximum=None)


@pytest.mark.parametrize("name", SMALL)
def test_ranks_are_all_selections(name):
    instance = SMALL[name]
    if backends.get("frontier").objections(instance):
        pytest.skip("the frontier engine cannot take it")
    ranks = Ranks(instance)
    assert ranks.prepare() is StopReason.EXHAUSTED
    with backends.get("reference").search(instance) as search:
        expected = sorted(search)
    assert sorted(ranks.selection(rank) for rank in range(ranks.total)) == expected
    with pytest.raises(IndexError):
        ranks.selection(ranks.total)


@given(puzzles())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_ranks_of_any_puzzle(puzzle):
    instance = without_goal(compile_puzzle(puzzle)).instance
    if backends.get("frontier").objections(instance):
        return
    ranks = Ranks(instance)
    ranks.prepare()
    with backends.get("reference").search(instance) as search:
        assert {ranks.selection(rank) for rank in range(ranks.total)} == set(search)


def test_each_is_as_likely_as_any_other():
    compilation = compile_puzzle(Puzzle(Board.box(4, 4), (DOMINO,)))  # 36 arrangements
    drawn = Counter(sample(compilation, 1, seed=seed).solutions[0] for seed in range(720))
    assert len(drawn) == 36
    chi_squared = sum((times - 20) ** 2 / 20 for times in drawn.values())
    assert chi_squared < 75  # 35 degrees of freedom: more comes about once in 10,000 times, and the seeds are fixed


def test_ranks_of_numbers_beyond_a_word():
    compilation = compile_puzzle(Puzzle(Board.box(4, 200), (DOMINO,)))
    drawn = sample(compilation, 5)
    counts = [1, 1, 5, 11]  # A005178
    while len(counts) <= 200:
        counts.append(counts[-1] + 5 * counts[-2] + counts[-3] - counts[-4])
    assert drawn.total == counts[-1] > 2**128
    assert len(set(drawn.solutions)) == 5
    assert sample(compilation, 5) == drawn
    assert sample(compilation, 5, seed=1) != drawn


def test_more_than_there_are_is_all():
    drawn = sample(compile_puzzle(load("pentominoes-3x20")), 100)
    assert (len(drawn.solutions), drawn.total, drawn.uniform, drawn.complete) == (8, 8, True, True)


def test_too_large_for_numbering_is_diverse_and_says_so():
    puzzle = load("soma")
    drawn = sample(compile_puzzle(puzzle), 5, memory=1)
    assert not drawn.uniform
    assert "takes more than 1 MB" in drawn.why
    assert len(set(drawn.solutions)) == 5
    assert not any(check_solution(puzzle, solution) for solution in drawn.solutions)


def test_no_arrangement_is_an_answer(capsys):
    assert main(["sample", "mutilated-chessboard"]) == 1
    assert "no arrangement exists" in capsys.readouterr().err
    assert sample(compile_puzzle(load("soma")), 1, memory=1).solutions
    with pytest.raises(UsageError, match="at least 1"):
        sample(compile_puzzle(load("soma")), 0)


def test_the_command(capsys):
    assert main(["sample", "dominoes-8x8", "-n", "2", "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["uniform"] is True
    assert answer["count"] == 12988816
    assert len(answer["solutions"]) == 2
    assert main(["sample", "soma", "--memory", "1", "-n", "2"]) == 0
    told = capsys.readouterr()
    assert "NOT uniform" in told.err
    assert "Arrangement 2" in told.out
    assert main(["sample", "pentominoes-3x20", "-n", "2", "--format", "jsonl"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2

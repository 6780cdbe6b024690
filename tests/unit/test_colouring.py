"""Colouring proofs are found by themselves, hold, and exist exactly where no integers solve the cover."""

from __future__ import annotations

from dataclasses import replace

import flint
import pytest
from hypothesis import HealthCheck, assume, given, settings
from properties.puzzles import puzzles

from tilemodel import backends
from tilemodel.colouring import Colouring, find_colouring
from tilemodel.compiler import compile_puzzle
from tilemodel.formats.model import parse_model
from tilemodel.instance import Instance


def instance(text: str) -> Instance:
    return compile_puzzle(parse_model(text)).instance


def one_shape(size: list[int], shape: str, lattice: str = "square") -> str:
    piece = f'[[piece]]\nname = "P"\nshape = "{shape}"\ncount = {{min = 0}}\n'
    return f'lattice = "{lattice}"\n[board]\nsize = {size}\n{piece}'


PROVED = {
    "mutilated chessboard": one_shape([8, 8], "domino").replace("[8, 8]", "[8, 8]\nremove = [[0, 0], [7, 7]]"),
    "five tetrominoes in 4x5": '[board]\nsize = [4, 5]\n[[set]]\nname = "tetrominoes"\n',
    "L tetrominoes in 10x10": one_shape([10, 10], "L tetromino"),
    "T tetrominoes in 10x10": one_shape([10, 10], "T tetromino"),
    "T tetracubes in 6x6x5": one_shape([6, 6, 5], "T tetromino", "cubic"),
    "hexominoes in 14x15": '[board]\nsize = [14, 15]\n[[set]]\nname = "hexominoes"\n',
    "nothing covers it": "[board]\nsize = [2, 2]\n",
}


@pytest.mark.parametrize("text", PROVED.values(), ids=PROVED)
def test_a_proof_is_found_and_holds(text):
    it = instance(text)
    proof = find_colouring(it)
    assert proof is not None and proof.proves(it)


def test_t_tetracubes_give_black_plus_five_white_modulo_eight():
    it = instance(one_shape([6, 6, 5], "T tetromino", "cubic"))
    proof = find_colouring(it)
    assert proof is not None and proof.modulus == 8
    by_colour: dict[int, set[int]] = {0: set(), 1: set()}
    for i in range(it.cell_count):
        by_colour[sum(map(int, it.items[i].name.split(","))) % 2].add(proof.weights[i] % 8)
    (a,), (b,) = by_colour.values()
    assert (a * 5 - b) % 8 == 0 or (b * 5 - a) % 8 == 0


@pytest.mark.parametrize("text", [one_shape([8, 8], "S tetromino"), one_shape([8, 8], "domino")])
def test_none_is_found_where_none_exists(text):
    assert find_colouring(instance(text)) is None


def test_a_wrong_proof_is_refused():
    it = instance(PROVED["mutilated chessboard"])
    proof = find_colouring(it)
    assert proof is not None
    for wrong in (
        replace(proof, weights={**proof.weights, 0: 5}),
        replace(proof, modulus=2),  # the total is even
        replace(proof, total=proof.total + 1),
        Colouring({}, 0, 0),
    ):
        assert not wrong.proves(it)


def test_cells_that_may_stay_empty_carry_no_weight():
    it = instance('[board]\ndrawing = """\n###\n#?#\n"""\n[[piece]]\nname = "D"\nshape = "domino"\ncount = {min = 0}\n')
    proof = find_colouring(it)
    assert proof is None or proof.proves(it)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(puzzles())
def test_no_puzzle_with_an_arrangement_is_refuted(puzzle):
    it = compile_puzzle(puzzle).instance
    assume(it.option_count <= 150)
    proof = find_colouring(it)
    assert (proof is None) == has_integers(it)
    if proof is not None:
        assert proof.proves(it)
        assert backends.get("anchor").count(it).found == 0


def has_integers(it: Instance) -> bool:
    """Whether options, each taken a whole number of times (negative ones too), cover everything as often as needed:
    whether what is needed adds nothing to the lattice of the options."""
    columns = [i for i, item in enumerate(it.items) if item.lo == item.hi]
    rows = [[int(i in it.option(k)) for i in columns] for k in range(it.option_count)] or [[0] * len(columns)]
    needed = [it.items[i].lo for i in columns]
    return lattice(rows) == lattice([*rows, needed])


def lattice(rows: list[list[int]]) -> list[list[int]]:
    return [row for row in flint.fmpz_mat(rows).hnf().tolist() if any(row)] if rows[0] else []


def test_when_its_time_is_up_it_says_nothing():
    assert find_colouring(instance(PROVED["hexominoes in 14x15"]), seconds=1e-9) is None

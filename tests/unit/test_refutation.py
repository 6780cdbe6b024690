"""Cores are contradictory and minimal; proofs are accepted by an independent checker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from properties.puzzles import puzzles

from tilemodel import backends
from tilemodel.backends.refutation import Demand, find_core, write_proof
from tilemodel.compiler import compile_puzzle
from tilemodel.formats.model import parse_model
from tilemodel.instance import Instance, Item, ItemKind
from tilemodel.ruled import compile_ruled


def s_tetrominoes(side: int) -> Instance:
    piece = '[[piece]]\nname = "S"\nshape = "S tetromino"\ncount = {min = 0}\n'
    return compile_puzzle(parse_model(f"[board]\nsize = [{side}, {side}]\n{piece}")).instance


def only(instance: Instance, demands: tuple[Demand, ...]) -> Instance:
    """The instance with all other demands dropped: cells and pieces are still not used too often."""
    items = []
    for i, item in enumerate(instance.items):
        loose = Item(item.name, item.kind, 0, None if item.kind is ItemKind.AUXILIARY else item.hi)
        items.append(item if Demand(item=i) in demands else loose)
    rows = tuple(row for row in instance.rows if Demand(origin=row.origin) in demands)
    return replace(instance, items=tuple(items), rows=rows)


def solvable(instance: Instance) -> bool:
    with backends.get("cpsat").search(instance) as search:
        return next(iter(search), None) is not None


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(puzzles())
@pytest.mark.parametrize("compiled", [compile_puzzle, compile_ruled])
def test_a_core_contradicts_itself_and_needs_each_of_its_demands(compiled, puzzle):
    instance = compiled(puzzle).instance
    assume(instance.option_count <= 60)
    core = find_core(instance)
    assert (core is None) == (backends.get("anchor").count(instance).found > 0)
    if core:
        assert core.minimal
        assert not solvable(only(instance, core.demands))
        for demand in core.demands:
            assert solvable(only(instance, tuple(d for d in core.demands if d != demand)))


def is_refutation(formula: Path, proof: Path) -> bool:
    """Whether a DRUP proof refutes a DIMACS formula: each added clause follows by unit propagation. Slow and plain."""
    clauses = [
        tuple(map(int, line.split()[:-1])) for line in formula.read_text().splitlines() if line and line[0] not in "cp"
    ]
    for line in proof.read_text().splitlines():
        words = line.split()
        if words[0] == "d":
            continue  # keeping a clause is always sound
        clause = tuple(map(int, words[:-1]))
        if not _conflicts(clauses, {-literal for literal in clause}):
            return False
        if not clause:
            return True
        clauses.append(clause)
    return False


def _conflicts(clauses: list[tuple[int, ...]], true: set[int]) -> bool:
    """Whether unit propagation from these literals ends in a contradiction."""
    true = set(true)
    while True:
        before = len(true)
        for clause in clauses:
            if any(literal in true for literal in clause):
                continue
            open_literals = {literal for literal in clause if -literal not in true}
            if not open_literals:
                return True
            if len(open_literals) == 1:
                true |= open_literals
        if len(true) == before:
            return False


def test_the_proof_is_accepted_by_an_independent_checker(tmp_path):
    proof = tmp_path / "s.drup"
    formula = write_proof(s_tetrominoes(6), proof)
    assert formula is not None and formula.name == "s.drup.cnf"
    assert is_refutation(formula, proof)


def test_the_checker_refuses_a_proof_without_its_steps(tmp_path):
    proof = tmp_path / "s.drup"
    formula = write_proof(compile_puzzle(parse_model(HALVES)).instance, proof)
    assert formula is not None and is_refutation(formula, proof)
    satisfiable = tmp_path / "other.cnf"
    satisfiable.write_text("p cnf 2 1\n1 2 0\n")
    assert not is_refutation(satisfiable, proof)


HALVES = '[board]\nsize = [3, 3]\n[[piece]]\nname = "L"\nshape = "L tromino"\ncount = 3\n'


def test_nothing_is_written_for_a_puzzle_with_an_arrangement(tmp_path):
    proof = tmp_path / "none.drup"
    instance = compile_puzzle(parse_model('[board]\nsize = [1, 2]\n[[piece]]\nname = "D"\nshape = "domino"\n')).instance
    assert write_proof(instance, proof) is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("side", [6])
def test_a_short_time_gives_no_core_or_a_true_one(side):
    core = find_core(s_tetrominoes(side), seconds=0.2)
    assert core is None or not solvable(only(s_tetrominoes(side), core.demands))

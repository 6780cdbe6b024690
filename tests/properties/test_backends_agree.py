"""On random puzzles with random constraints every backend gives the same arrangements, and the checker agrees."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations
from math import factorial

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from properties.puzzles import puzzles

from tilemodel import backends
from tilemodel.checker import BatchChecker, check_solution
from tilemodel.compiler import compile_puzzle
from tilemodel.constraints import Cover
from tilemodel.driver import count
from tilemodel.instance import Instance
from tilemodel.lattice import transform
from tilemodel.orbits import count_orbits
from tilemodel.placements import Placements
from tilemodel.puzzle import Board, Puzzle
from tilemodel.solution import Solution, decode
from tilemodel.symmetry import OrbitFilter, symmetry_group

NATIVE = ("reference", "anchor")
SOLVERS = ("cpsat", "sat")
# More of them: TILEMODEL_EXAMPLES=20000 pytest tests/properties
EXAMPLES = int(os.environ.get("TILEMODEL_EXAMPLES", "80"))
quick = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
few = settings(quick, max_examples=max(EXAMPLES // 4, 1))


def everything(instance: Instance, backend: str) -> list[tuple[int, ...]]:
    """All selections as placements, sorted; a repetition is an error."""
    with backends.get(backend).search(instance) as search:
        found = [tuple(instance.placements_of(selection)) for selection in search]
    assert search.outcome.complete
    assert len(set(found)) == len(found)
    return sorted(found)


def by_definition(puzzle: Puzzle, placements: Placements) -> set[Solution]:
    """Every set of placements that the checker passes: no compiler, no solver."""
    cells = len(puzzle.board.cells)
    found = set()
    for size in range(cells + 1):
        for chosen in combinations(range(len(placements)), size):
            solution = decode(placements, chosen)
            if not check_solution(puzzle, solution):
                found.add(solution)
    return found


@quick
@given(puzzles())
def test_the_native_backends_agree_and_the_checker_passes_all(puzzle):
    compilation = compile_puzzle(puzzle)
    assume(compilation.instance.option_count <= 150)
    found = everything(compilation.instance, "reference")
    assert everything(compilation.instance, "anchor") == found
    assert backends.get("anchor").count(compilation.instance).found == len(found)
    checker = BatchChecker(compilation.placements)
    ends, chosen = [0], []
    for selection in found:
        assert check_solution(puzzle, decode(compilation.placements, selection)) == []
        chosen += selection
        ends.append(len(chosen))
    checker.check(ends, chosen)


@few
@given(puzzles())
@pytest.mark.parametrize("backend", SOLVERS)
def test_the_solvers_agree_with_the_reference(backend, puzzle):
    instance = compile_puzzle(puzzle).instance
    assume(instance.option_count <= 150)
    assume(backends.get("anchor").count(instance).found <= 300)
    assert everything(instance, backend) == everything(instance, "reference")


@quick
@given(puzzles())
def test_what_is_found_is_exactly_what_the_definitions_allow(puzzle):
    compilation = compile_puzzle(puzzle)
    assume(len(compilation.placements) <= 12)
    found = {decode(compilation.placements, s) for s in everything(compilation.instance, "anchor")}
    assert found == by_definition(puzzle, compilation.placements)


@quick
@given(puzzles())
def test_one_of_each_orbit_and_orbit_counting_agree(puzzle):
    compilation = compile_puzzle(puzzle)
    instance = compilation.instance
    anchor = backends.get("anchor")
    assume(instance.option_count <= 150 and anchor.count(instance).found <= 3000)
    group = symmetry_group(compilation)
    orbits = OrbitFilter(instance, group)
    with anchor.search(orbits.instance) as search:
        kept = sum(int(orbits.mask(*batch).sum()) for batch in search.batches())
    assert kept == count_orbits(instance, group, lambda quotient: anchor.count(quotient).found)


@quick
@given(puzzles())
def test_the_parts_of_a_split_add_up(puzzle):
    instance = compile_puzzle(puzzle).instance
    assume(instance.option_count <= 150)
    anchor = backends.get("anchor")
    whole = anchor.count(instance).found
    for item in (0, instance.cell_count - 1):
        if instance.items[item].hi == 1:
            assert sum(anchor.count(part).found for part in instance.split(item)) == whole


def moved(puzzle: Puzzle, matrix) -> Puzzle:
    """The whole puzzle turned or mirrored, pieces and all (constraints left out)."""

    def move(cells):
        return {cell: transform(matrix, cell) for cell in cells}

    board = move(puzzle.board.cells)
    pieces = []
    for piece in puzzle.pieces:
        to = move(piece.cells)
        labels = {to[cell]: label for cell, label in piece.labels.items()}
        pieces.append(replace(piece, cells=tuple(to.values()), labels=labels))
    return replace(
        puzzle,
        board=Board(
            tuple(board.values()),
            labels={board[cell]: label for cell, label in puzzle.board.labels.items()},
            optional=frozenset(board[cell] for cell in puzzle.board.optional),
        ),
        pieces=tuple(pieces),
        constraints=(),
    )


def answers(puzzle: Puzzle) -> tuple[int, int]:
    """The number of arrangements, and of those up to symmetry."""
    return count(puzzle, backend="anchor"), count(puzzle, backend="anchor", distinct=True)


@few
@given(puzzles(with_constraints=False), st.data())
def test_turning_or_mirroring_the_whole_puzzle_changes_no_count(puzzle, data):
    assume(compile_puzzle(puzzle).instance.option_count <= 100)
    # "upright" has an axis of its own, which a turn about another one would tilt.
    assume(all(piece.orientations != "upright" for piece in puzzle.pieces))
    matrix = data.draw(st.sampled_from(puzzle.lattice.point_group))
    assert answers(moved(puzzle, matrix)) == answers(puzzle)


@few
@given(puzzles())
def test_an_implied_rule_changes_no_count(puzzle):
    compilation = compile_puzzle(puzzle)
    assume(compilation.instance.option_count <= 100)
    area = len(puzzle.board.cells)
    implied = Cover(zone=tuple(puzzle.board.cells), min=area - len(puzzle.board.optional), max=area)
    assert answers(replace(puzzle, constraints=(*puzzle.constraints, implied))) == answers(puzzle)


@few
@given(puzzles(with_constraints=False), st.integers(2, 3))
def test_naming_the_copies_apart_multiplies_as_it_must(puzzle, copies):
    first, *rest = puzzle.pieces
    together = replace(puzzle, pieces=(replace(first, minimum=copies, maximum=copies), *rest))
    apart = tuple(replace(first, name=f"copy {i}", minimum=1, maximum=1) for i in range(copies))
    assume(compile_puzzle(together).instance.option_count <= 60)
    named = replace(puzzle, pieces=(*apart, *rest))
    assert count(named, backend="anchor") == factorial(copies) * count(together, backend="anchor")

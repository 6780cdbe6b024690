"""On random puzzles with random constraints every backend gives the same arrangements, and the checker agrees."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from properties.puzzles import puzzles

from tilemodel import backends
from tilemodel.checker import BatchChecker, check_solution
from tilemodel.compiler import compile_puzzle
from tilemodel.instance import Instance
from tilemodel.orbits import count_orbits
from tilemodel.placements import Placements
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution, decode
from tilemodel.symmetry import Canonicaliser, symmetry_group

NATIVE = ("reference", "anchor")
SOLVERS = ("cpsat", "sat")
quick = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
few = settings(quick, max_examples=25)


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
def test_canonical_forms_and_orbit_counting_agree(puzzle):
    compilation = compile_puzzle(puzzle)
    instance = compilation.instance
    anchor = backends.get("anchor")
    assume(instance.option_count <= 150 and anchor.count(instance).found <= 3000)
    group = symmetry_group(compilation)
    canonicaliser = Canonicaliser(group)
    with anchor.search(instance) as search:
        canonical = sum(int(canonicaliser.mask(*batch).sum()) for batch in search.batches())
    assert canonical == count_orbits(instance, group, lambda quotient: anchor.count(quotient).found)


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

"""A puzzle compiled so that each rule answers for itself has the same arrangements."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from properties.laws import everything, small
from properties.puzzles import puzzles

from tilemodel.constraints import Border, Count, Cover
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.ruled import compile_ruled, rule_names


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(puzzles())
def test_it_has_the_same_arrangements(puzzle):
    compilation = small(puzzle)
    assume(compilation)
    ruled = compile_ruled(puzzle)
    assert everything(ruled.instance, "anchor") == everything(compilation.instance, "anchor")
    assert list(ruled.instance.placements) == list(range(len(compilation.placements)))
    assert {row.origin for row in ruled.instance.rows} <= set(rule_names(puzzle))


def test_rules_of_one_kind_are_told_apart_by_their_number():
    piece = Piece.draw("D", "##", minimum=0, maximum=None)
    rules = (Cover("rows", min=1), Border(), Cover("columns", min=1), Count(max=1))
    names = rule_names(Puzzle(Board.box(2, 2), (piece,), constraints=rules))
    assert names == ["cover (constraint 1)", "border", "cover (constraint 3)", "count"]

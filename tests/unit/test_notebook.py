"""What a notebook shows."""

from __future__ import annotations

import subprocess
import sys

import pytest
from svg_tools import first_solution, parse, titles

import tilemodel as tm


@pytest.mark.parametrize("name", ["pentominoes-6x10", "soma", "lonpos-pyramid", "tetrahexes-coin"])
def test_puzzles_and_solutions_show_themselves(name):
    puzzle, solution = first_solution(name)
    assert set(titles(parse(puzzle._repr_svg_()))) == {"empty", *(piece.name for piece in puzzle.pieces)}
    assert {p.piece for p in solution.placements} <= set(titles(parse(solution._repr_svg_())))


def test_a_solution_of_unknown_origin_is_words():
    solution = tm.Solution((tm.PlacedPiece("A", ((0, 0),)),))
    assert solution._repr_svg_() is None and solution._repr_html_() is None
    assert "placements" in repr(solution)


def test_what_is_too_large_is_words():
    assert tm.Puzzle(tm.Board.box(400, 400), ())._repr_svg_() is None


def test_where_it_comes_from_is_no_part_of_a_solution():
    _, solution = first_solution("pentominoes-6x10")
    bare = tm.Solution(solution.placements)
    assert solution == bare and hash(solution) == hash(bare) and repr(solution).count("puzzle") == 0


def test_nothing_is_drawn_before_a_notebook_asks():
    program = (
        "import sys, tilemodel as tm\n"
        "puzzle = tm.Puzzle(tm.Board.box(2, 2), (tm.Piece.draw('O', '##', minimum=2, maximum=2),))\n"
        "list(tm.solve(puzzle, backend='anchor'))\n"
        "print('svg' in sys.modules, 'tilemodel.render' in sys.modules, puzzle._repr_svg_()[:5])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False <?xml"

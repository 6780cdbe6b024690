"""What a notebook shows."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

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


def test_a_solid_arrangement_is_the_page_in_a_frame(monkeypatch):
    """Here with a page of our own, since an installation may be without."""
    from tilemodel.render import page

    monkeypatch.setattr(page, "page_html", lambda puzzle, solutions: f'<p>"{puzzle.name}" {len(solutions)}</p>')
    puzzle, solution = first_solution("soma")
    frame = ElementTree.fromstring(solution._repr_html_())
    assert frame.tag == "iframe" and frame.get("srcdoc") == '<p>"soma" 1</p>' and frame.get("title") == puzzle.title
    assert "allow-same-origin" not in frame.get("sandbox")
    assert puzzle._repr_html_() is None and first_solution("iq-fit")[1]._repr_html_() is None


def test_svg_where_there_is_no_page(monkeypatch):
    from tilemodel.errors import MissingPartError
    from tilemodel.render import page

    def missing(*arguments):
        raise MissingPartError("no page")

    monkeypatch.setattr(page, "page_html", missing)
    _, solution = first_solution("soma")
    assert solution._repr_html_() is None and solution._repr_svg_() is not None


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

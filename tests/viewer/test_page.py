"""What Python writes into the page."""

from __future__ import annotations

import json
import re

import pytest

import tilemodel as tm
from tilemodel.errors import MissingPartError, UsageError
from tilemodel.render import page
from tilemodel.render.page import page_html
from tilemodel.render.scene import FARTHEST, scene_data

HOSTILE = "</script><script>alert(1)</script><!-- & {{data}} {{title}}"


@pytest.fixture
def template(monkeypatch):
    monkeypatch.setattr(page, "_template", lambda: "<title>{{title}}</title><script>{{data}}</script><!-- end -->")


def two_bars(name: str = "D") -> tm.Puzzle:
    return tm.Puzzle(tm.Board.box(2, 2), (tm.Piece.draw(name, "##", minimum=2, maximum=2),), title=f"two {name}")


def data_of(text: str) -> dict:
    return json.loads(re.search("<script>(.*?)</script><!-- end -->", text, re.S)[1])


def test_names_and_titles_are_never_html(template):
    text = page_html(two_bars(HOSTILE), [])
    assert text.count("<script") == 1 and text.count("</script") == 1 and text.count("<!--") == 1
    data = data_of(text)
    assert data["pieces"][0]["name"] == HOSTILE and data["title"] == f"two {HOSTILE}"


def test_arrangements_come_back_from_their_numbers():
    for name in ("soma", "tetrahexes-coin", "hexiamonds-6x6"):
        puzzle = tm.load(name)
        solutions = list(tm.solve(puzzle, backend="sat", limit=3))
        data = json.loads(json.dumps(scene_data(puzzle, solutions)))
        n = data["cellLength"]
        cells = [tuple(data["cells"][i : i + n]) for i in range(0, len(data["cells"]), n)]
        read = [
            tm.Solution(
                tuple(
                    tm.PlacedPiece(data["pieces"][kind]["name"], tuple(cells[c] for c in mine))
                    for kind, *mine in (data["placements"][number] for number in solution)
                )
            )
            for solution in data["solutions"]
        ]
        assert read == solutions
        assert len(set(map(tuple, data["placements"]))) == len(data["placements"])


def test_lattice_vectors_are_sent_where_they_differ_from_coordinates():
    data = scene_data(tm.load("lozenges-hexagon-2"), [])
    puzzle = tm.load("lozenges-hexagon-2")
    assert data["sites"] == [v for cell in puzzle.board.cells for v in puzzle.lattice.embed(cell)]
    assert data["classes"] == [cell[2] for cell in puzzle.board.cells]
    assert scene_data(tm.load("soma"), [])["sites"] is None


def test_each_piece_has_its_colour_and_copies_have_more():
    data = scene_data(two_bars(), [])
    assert data["spread"] and len(data["pieces"][0]["colors"]) == len(data["colors"]) > 4
    red = tm.Piece("R", ((0, 0),), color="#f00")
    data = scene_data(tm.Puzzle(tm.Board.box(1, 1), (red,)), [])
    assert data["colors"] == ["#ff0000"] and data["pieces"][0]["colors"] == [0]


def test_too_much_is_refused(template):
    puzzle = two_bars()
    (solution,) = tm.solve(puzzle, limit=1)
    with pytest.raises(UsageError, match="too large"):
        page_html(puzzle, [solution] * (page.MOST + 1))
    far = tm.Puzzle(tm.Board(((0, 0), (0, FARTHEST + 1))), (tm.Piece("A", ((0, 0),)),))
    with pytest.raises(UsageError, match="apart"):
        page_html(far, [])


def test_an_installation_without_the_page_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(page, "files", lambda package: tmp_path)
    for call in (page.check_ready, lambda: page_html(two_bars(), [])):
        with pytest.raises(MissingPartError, match=r"install Node.js .* then install tilemodel again"):
            call()

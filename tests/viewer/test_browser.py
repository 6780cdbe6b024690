"""The page as a person uses it: opened from disk, without a network."""

from __future__ import annotations

import io
import json

import pytest

import tilemodel as tm
from tilemodel.formats.solutions import solution_to_dict
from tilemodel.render.page import page_html

HOSTILE = "<img src=x onerror=alert(1)></script><b>bold</b>"
CONTROLS = [
    ("button", "Previous solution"),
    ("button", "Next solution"),
    ("slider", "Explode"),
    ("checkbox", "Wireframe"),
    ("slider", "Opacity"),
    ("slider", "Pieces shown"),
    ("button", "Play"),
    ("button", "Reset view"),
    ("button", "Full screen"),
    ("button", "Save picture"),
]


@pytest.fixture(scope="module")
def soma():
    puzzle = tm.load("soma")
    return puzzle, list(tm.solve(puzzle, backend="sat", limit=5))


@pytest.fixture(scope="module")
def tab(soma, open_page):
    return open_page(page_html(soma[0], soma[1][:3]))


@pytest.fixture
def cube(tab):
    """The Soma cube with three solutions, as it opens."""
    tab.locator("#number").fill("1")
    tab.locator("#number").press("Enter")
    control(tab, "Reset view").click()
    tab.mouse.move(5, 5)
    return tab


def control(tab, name: str):
    role = next(role for role, known in CONTROLS if known == name)
    return tab.get_by_role(role, name=name, exact=True)


def picture(tab) -> bytes:
    tab.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return tab.locator("canvas").screenshot()


def colors_of(png: bytes) -> set[tuple[int, ...]]:
    """Colours of many pixels, coarsely."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(png)).convert("RGB")
    counted = image.quantize(64).convert("RGB").getcolors()
    return {color for number, color in counted if number > 200}


def difference(one: bytes, other: bytes) -> float:
    """The mean difference of the pixels, of 255."""
    chops = pytest.importorskip("PIL.ImageChops")
    images = (chops.Image.open(io.BytesIO(png)).convert("L") for png in (one, other))
    histogram = chops.difference(*images).histogram()
    return sum(value * number for value, number in enumerate(histogram)) / sum(histogram)


def drop(tab, name: str, text: str) -> None:
    tab.evaluate(
        """([name, text]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], name));
            for (const kind of ["dragover", "drop"])
                window.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }""",
        [name, text],
    )


def test_it_draws_in_many_colours(cube):
    assert cube.title() == "The Soma cube"
    assert len(colors_of(picture(cube))) > 10


def test_controls_are_real_and_named(cube):
    for role, name in CONTROLS:
        assert cube.get_by_role(role, name=name, exact=True).count() == 1, name


def test_stepping_through_solutions(cube):
    count, first = cube.locator("#count"), picture(cube)
    assert count.inner_text() == "Solution 1 of 3"
    assert control(cube, "Previous solution").is_disabled()
    control(cube, "Next solution").click()
    assert count.inner_text() == "Solution 2 of 3" and picture(cube) != first
    cube.keyboard.press("ArrowRight")
    assert count.inner_text() == "Solution 3 of 3" and control(cube, "Next solution").is_disabled()
    cube.keyboard.press("ArrowRight")
    assert count.inner_text() == "Solution 3 of 3"
    number = cube.get_by_role("spinbutton", name="Jump to a solution")
    number.fill("1")
    number.press("Enter")
    assert count.inner_text() == "Solution 1 of 3" and picture(cube) == first


def test_each_way_of_looking_changes_the_picture(cube):
    seen = [picture(cube)]
    control(cube, "Explode").fill("50")
    seen.append(picture(cube))
    cube.keyboard.press("r")
    assert control(cube, "Explode").input_value() == "0" and picture(cube) == seen[0]
    cube.keyboard.press("e")
    cube.wait_for_function("document.getElementById('explode').value > 0")
    seen.append(picture(cube))
    control(cube, "Reset view").click()
    control(cube, "Wireframe").check()
    seen.append(picture(cube))
    cube.keyboard.press("w")
    assert not control(cube, "Wireframe").is_checked() and picture(cube) == seen[0]
    control(cube, "Opacity").fill("40")
    seen.append(picture(cube))
    control(cube, "Reset view").click()
    control(cube, "Pieces shown").fill("3")
    seen.append(picture(cube))
    assert control(cube, "Pieces shown").get_attribute("aria-valuetext") == "3 of 7"
    control(cube, "Reset view").click()
    cube.mouse.move(200, 150)
    cube.mouse.down()
    cube.mouse.move(280, 170, steps=3)
    cube.mouse.up()
    cube.mouse.move(5, 5)
    seen.append(picture(cube))
    control(cube, "Reset view").click()
    assert picture(cube) == seen[0]
    assert len(set(seen)) == len(seen)


def test_playing_puts_the_pieces_in(cube):
    order = cube.locator("#order")
    order.filter(has_text="slides in").wait_for()
    shown, play = control(cube, "Pieces shown"), control(cube, "Play")
    shown.fill("5")
    shown.blur()
    cube.keyboard.press(" ")
    assert play.get_attribute("aria-pressed") == "true"
    cube.wait_for_function("document.getElementById('shown').value === '7'")
    cube.wait_for_function("document.getElementById('play').getAttribute('aria-pressed') === 'false'")


def test_pieces_that_lock_are_said_to(open_page):
    """A bar with two heads in a ring; the board is the two together."""
    ring = tuple((z, y, 1) for z in range(3) for y in range(3) if (z, y) != (1, 1))
    bar = ((1, 1, 0), (1, 1, 1), (1, 1, 2), (1, 2, 0), (1, 2, 2))
    pieces = (tm.Piece("ring", ring), tm.Piece("bar", bar))
    puzzle = tm.Puzzle(tm.Board(ring + bar), pieces, tm.CUBIC)
    (solution,) = tm.solve(puzzle, limit=1)
    tab = open_page(page_html(puzzle, [solution]))
    tab.locator("#order").filter(has_text="lock one another").wait_for()


def test_pointing_names_a_piece_and_it_can_be_hidden(cube, soma):
    names = {piece.name for piece in soma[0].pieces}
    before = picture(cube)
    box = cube.locator("canvas").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    cube.mouse.move(*middle)
    cube.locator("#tip-name").wait_for()
    assert cube.locator("#tip-name").inner_text() in names and picture(cube) != before
    cube.mouse.click(*middle)
    cube.get_by_role("button", name="Hide", exact=True).click()
    cube.mouse.move(5, 5)
    assert cube.locator("#tip").is_hidden() and picture(cube) != before
    cube.get_by_role("button", name="Unhide all").click()
    assert picture(cube) == before
    name = sorted(names)[0]
    cube.get_by_role("checkbox", name=name, exact=True).uncheck()
    cube.mouse.move(5, 5)
    assert picture(cube) != before


def test_a_dropped_file_is_shown(open_page, soma):
    cube = open_page(page_html(soma[0], soma[1][:3]))
    solutions = [solution_to_dict(solution) for solution in soma[1]]
    drop(cube, "other.json", json.dumps({"model": "soma", "solutions": solutions}))
    cube.locator("#count").filter(has_text="Solution 1 of 5").wait_for()
    drop(cube, "lines.jsonl", "\n".join(map(json.dumps, solutions[:2])))
    cube.locator("#count").filter(has_text="Solution 1 of 2").wait_for()
    drop(cube, "bad.json", json.dumps([{"placements": [{"piece": HOSTILE, "cells": [[0, 0, 0]]}]}]))
    alert = cube.get_by_role("alert").filter(has_text="is not one of this puzzle")
    alert.wait_for()
    assert HOSTILE in alert.inner_text() and cube.locator("#message b, #message img").count() == 0
    assert cube.locator("#count").inner_text() == "Solution 1 of 2"


def test_a_hostile_name_stays_text(open_page):
    piece = tm.Piece.draw(HOSTILE, "##")
    puzzle = tm.Puzzle(tm.Board.box(1, 2), (piece,), title=HOSTILE)
    tab = open_page(page_html(puzzle, list(tm.solve(puzzle))))
    assert tab.title() == HOSTILE
    assert tab.locator("h1").inner_text() == HOSTILE
    assert tab.locator("#pieces .piece-name").inner_text() == HOSTILE
    assert tab.locator("img, h1 b, #pieces b").count() == 0


def test_the_address_keeps_the_view(cube, open_page, soma):
    control(cube, "Next solution").click()
    control(cube, "Explode").fill("30")
    control(cube, "Pieces shown").fill("4")
    control(cube, "Pieces shown").blur()  # which has its own use for arrows
    cube.keyboard.press("Shift+ArrowLeft")
    cube.wait_for_function("location.hash.includes('camera') && location.hash.includes('shown=4')")
    address = cube.evaluate("location.hash")
    assert address.startswith("#solution=2&explode=30&shown=4&camera=")
    again = open_page(page_html(soma[0], soma[1][:3]), address)
    assert again.locator("#count").inner_text() == "Solution 2 of 3"
    assert [control(again, name).input_value() for name in ("Explode", "Pieces shown")] == ["30", "4"]
    assert difference(picture(again), picture(cube)) < 2
    assert difference(picture(again), picture(open_page(page_html(soma[0], soma[1][:3])))) > 5


def test_a_picture_is_saved(cube):
    with cube.expect_download() as waiting:
        control(cube, "Save picture").click()
    assert waiting.value.suggested_filename == "soma-1.png"
    with open(waiting.value.path(), "rb") as file:
        assert len(colors_of(file.read())) > 10


@pytest.mark.parametrize("name", ["iq-fit", "lonpos-pyramid", "tetrahexes-coin", "hexiamonds-6x6"])
def test_every_lattice_on_a_phone_in_the_dark(open_page, name):
    puzzle = tm.load(name)
    html = page_html(puzzle, list(tm.solve(puzzle, backend="sat", limit=1)))
    phone = {"viewport": {"width": 390, "height": 750}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    tab = open_page(html, **phone)
    assert len(colors_of(picture(tab))) > 10
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    for x in (195, 110):  # the middle of a board may be a hole
        tab.touchscreen.tap(x, 250)
        if tab.locator("#tip-name").is_visible():
            break
    assert tab.locator("#tip-name").inner_text() in {piece.name for piece in puzzle.pieces}


def test_a_puzzle_without_a_solution(open_page):
    puzzle = tm.load("soma-square-wall")
    tab = open_page(page_html(puzzle, [], "No solution (proved)"))
    assert tab.locator("#count").inner_text() == "No solution (proved)"
    assert control(tab, "Play").is_disabled() and control(tab, "Pieces shown").is_disabled()

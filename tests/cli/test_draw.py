"""``draw``, and pictures from ``solve``."""

import json
from xml.etree import ElementTree

import pytest
from cli_models import IMPOSSIBLE, TWO_BARS

SVG = "{http://www.w3.org/2000/svg}"


def titles(text: str) -> list[str]:
    return [title.text for title in ElementTree.fromstring(text.encode()).iter(f"{SVG}title")]


@pytest.fixture
def solutions(run, model, tmp_path):
    """A model, and a file of its three arrangements."""
    path = tmp_path / "found.json"
    run("solve", model(TWO_BARS), "--all", "--format", "json", "--output", path)
    return tmp_path / "model.toml", path


def test_solve_draws(run, model):
    result = run("solve", model(TWO_BARS), "--format", "svg")
    assert result.status == 0 and titles(result.out)[1:] == ["D, copy 1", "D, copy 2", "D, copy 3"]
    every = run("solve", model(TWO_BARS), "--all", "--format", "svg")
    assert len(titles(every.out)) == 10


def test_solve_draws_that_there_is_none(run, model):
    result = run("solve", model(IMPOSSIBLE), "--format", "svg")
    assert result.status == 1 and "no arrangement exists (proved)" in result.out
    assert titles(result.out)[1:] == ["empty"]


def test_a_best_arrangement_is_drawn_once(run, model):
    text = TWO_BARS.replace("[board]", 'objective = {maximize = "pieces"}\n[board]', 1)
    result = run("solve", model(text), "--backend", "cpsat", "--format", "svg")
    assert result.status == 0 and len(titles(result.out)) == 4


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_draw_what_solve_printed(run, model, tmp_path, form):
    path = tmp_path / "found"
    run("solve", model(TWO_BARS), "--all", "--format", form, "--output", path)
    result = run("draw", tmp_path / "model.toml", "--solutions", path)
    assert (result.status, result.err) == (0, "")
    assert [line for line in result.out.splitlines() if "Arr" in line] == [f"Arrangement {n}:" for n in (1, 2, 3)]


def test_the_format_follows_the_name_of_the_file(run, solutions, tmp_path):
    model, found = solutions
    picture, text = tmp_path / "a.svg", tmp_path / "a.txt"
    assert run("draw", model, "--solutions", found, "--output", picture).out == ""
    assert len(titles(picture.read_text())) == 10
    run("draw", model, "--solutions", found, "--output", text)
    assert text.read_text().startswith("Arrangement 1:\n")
    assert titles(run("draw", model, "--solutions", found, "--format", "svg").out) == titles(picture.read_text())


def test_without_solutions_the_board_and_the_pieces(run, model):
    result = run("draw", model(TWO_BARS))
    assert result.status == 0 and result.out == "...\n...\n\nD, 3 copies:\nDD\n"
    assert titles(run("draw", model(TWO_BARS), "--format", "svg").out)[1:] == ["empty", "D"]
    assert "V:\nV\nVV\n" in run("draw", "soma").out


def test_a_sheet(run, model):
    result = run("draw", model(TWO_BARS), "--sheet", "--cell", "30")
    root = ElementTree.fromstring(result.out.encode())
    assert root.get("width").endswith("mm") and titles(result.out)[1:] == ["D"] * 3


@pytest.mark.parametrize(
    "words, message",
    [
        (["draw", "soma", "--sheet"], "solid"),
        (["draw", "iq-fit", "--sheet", "--format", "text"], "--sheet draws the pieces as SVG"),
        (["draw", "iq-fit", "--sheet", "--solutions", "x"], "does not go with --solutions"),
        (["draw", "iq-fit", "--cell", "20"], "--sheet"),
        (["draw", "iq-fit", "--sheet", "--cell", "0"], "--cell: a number of millimetres from 1 to 500"),
        (["draw", "iq-fit", "--sheet", "--cell", "nan"], "--cell: a number of millimetres from 1 to 500"),
        (["draw", "iq-fit", "--solutions", "no-such-file"], "no-such-file"),
        (["draw", "iq-fit", "--format", "json"], "no format is named 'json'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(run, words, message):
    result = run(*words)
    assert result.status == 2 and result.out == ""
    assert result.err.startswith("tilemodel: ") and result.err.count("\n") == 1 and message in result.err


def test_what_is_no_solution_is_not_drawn(run, solutions, tmp_path):
    model, found = solutions
    answer = json.loads(found.read_text())
    answer["solutions"][1]["placements"][0]["cells"] = [[0, 0], [1, 1]]
    found.write_text(json.dumps(answer))
    picture = tmp_path / "a.svg"
    result = run("draw", model, "--solutions", found, "--output", picture)
    assert result.status == 2 and "solution 2 does not solve this model" in result.err
    assert not picture.exists()


def test_changes_to_the_model(run, model, tmp_path):
    run("solve", model(TWO_BARS), "--fix", "D=0,0 1,0", "--format", "jsonl", "--output", tmp_path / "x")
    drawn = run("draw", model(TWO_BARS), "--fix", "D=0,0 1,0", "--solutions", tmp_path / "x", "--format", "svg")
    assert sum("fixed" in title for title in titles(drawn.out)) == 1

"""``view``, and pages from ``solve`` and ``draw``."""

from __future__ import annotations

import webbrowser

import pytest
from cli_models import IMPOSSIBLE, TWO_BARS

from tilemodel.cli import status
from tilemodel.render import page


@pytest.fixture(autouse=True)
def template(monkeypatch):
    """A short page, so that these tests need no Node.js."""
    monkeypatch.setattr(page, "_template", lambda: "<title>{{title}}</title>{{data}}")


@pytest.fixture
def opened(monkeypatch):
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: addresses.append(address) or True)
    return addresses


def test_view_searches_and_opens_the_page(run, model, opened):
    result = run("view", model(TWO_BARS), "--all")
    assert result.status == status.ANSWERED and result.out == ""
    (address,) = opened
    with open(address.removeprefix("file://")) as file:
        assert '"solutions":[[0,1,2],[3,4,5],[3,6,1]]' in file.read()


def test_view_shows_a_file_and_can_leave_the_browser_alone(run, model, opened, tmp_path):
    path, found, target = model(TWO_BARS), tmp_path / "found.json", tmp_path / "page.html"
    run("solve", path, "--format", "json", "--output", found)
    result = run("view", path, "--solutions", found, "--output", target, "--no-open")
    assert result.status == status.ANSWERED and not opened and str(target) in result.err
    assert '"solutions":[[0,1,2]]' in target.read_text()
    assert run("view", path, "--solutions", found, "--limit", 2).status == status.WRONG


def test_a_browser_that_does_not_open_is_no_failure(run, model, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    result = run("view", model(TWO_BARS))
    assert result.status == status.ANSWERED and "open it in a browser" in result.err


def test_solve_and_draw_write_pages(run, model, tmp_path):
    path, found, target = model(TWO_BARS), tmp_path / "found.jsonl", tmp_path / "page.html"
    assert run("solve", path, "--all", "--format", "html", "--output", target).status == status.ANSWERED
    run("solve", path, "--all", "--format", "jsonl", "--output", found)
    assert run("draw", path, "--solutions", found, "--format", "html").out == target.read_text()
    run("draw", path, "--solutions", found, "--output", tmp_path / "by-ending.html")
    assert (tmp_path / "by-ending.html").read_text() == target.read_text()


def test_a_page_says_when_there_is_no_arrangement(run, model):
    result = run("solve", model(IMPOSSIBLE), "--format", "html")
    assert result.status == status.NO and "no arrangement exists (proved)" in result.out


def test_too_many_arrangements_are_refused_while_they_come(run, model, monkeypatch):
    monkeypatch.setattr(page, "MOST", 1)
    result = run("solve", model(TWO_BARS), "--all", "--format", "html")
    assert result.status == status.WRONG and "at most 1 arrangement" in result.err


def test_without_the_page_nothing_is_searched(run, model, monkeypatch, tmp_path):
    monkeypatch.undo()
    monkeypatch.setattr(page, "files", lambda package: tmp_path)
    for words in (("view",), ("solve", "--format", "html"), ("draw", "--format", "html")):
        result = run(words[0], model(TWO_BARS), *words[1:])
        assert result.status == status.WRONG and "install Node.js" in result.err

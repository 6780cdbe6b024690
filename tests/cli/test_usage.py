"""Help, versions, and command lines that make no sense: one line on standard error, exit status 2."""

import re
from pathlib import Path

import pytest
from cli_models import TWO_BARS

from tilemodel import __version__
from tilemodel.cli.main import COMMANDS


def test_version(run):
    assert run("--version") == (0, f"tilemodel {__version__}\n", "")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_help_lists_the_commands(run, words):
    result = run(*words)
    assert result.status == 0
    assert all(f"\n  {name} " in result.out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(run, command):
    result = run(command, "--help")
    assert result.status == 0 and result.out.startswith(f"usage: tilemodel {command}")
    assert run("help", command).out == result.out


def test_the_page_of_the_command_line_has_every_command():
    page = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
    assert re.findall(r"^\| `([a-z]+)` \|", page.read_text(), re.M) == list(COMMANDS)


def refused(result) -> str:
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("tilemodel: ") and result.err.count("\n") == 1
    assert "Traceback" not in result.err
    return result.err


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "a command is missing"),
        (["slove", "soma"], "no command is named 'slove'; did you mean 'solve'?"),
        (["--verison"], "did you mean '--version'?"),
        (["solve"], "MODEL"),
        (["solve", "soma", "soma"], "'soma' is one argument too many"),
        (["solve", "soma", "--limits", "3"], "no option is named '--limits'; did you mean '--limit'?"),
        (["solve", "soma", "--lim", "3"], "no option is named '--lim'; did you mean '--limit'?"),
        (["solve", "soma", "--limit", "0"], "--limit: a whole number from 1"),
        (["solve", "soma", "--limit", "-1"], "--limit: a whole number from 1"),
        (["solve", "soma", "--limit", "x"], "'x'"),
        (["solve", "soma", "--limit"], "--limit: expected one argument"),
        (["solve", "soma", "--limit", "2", "--all"], "not allowed with"),
        (["solve", "soma", "--quiet", "--verbose"], "not allowed with"),
        (["solve", "soma", "--time-limit", "nan"], "--time-limit: a number of seconds above 0"),
        (["solve", "soma", "--time-limit", "inf"], "--time-limit: a number of seconds above 0"),
        (["solve", "soma", "--time-limit", "-2"], "--time-limit: a number of seconds above 0"),
        (["solve", "soma", "--time-limit", "0"], "--time-limit: a number of seconds above 0"),
        (["solve", "soma", "--backend", "anchr"], "no backend is named 'anchr'; did you mean 'anchor'?"),
        (["help", "slove"], "did you mean 'solve'?"),
        (["count", "soma", "--format", "svg"], "no format is named 'svg'"),
        (["solve", "soma", "--output", ""], "--output: the name of the file is empty"),
        (["solve", "soma", "--format", "jsn"], "did you mean 'json'?"),
        (["count", "soma", "--format", "jsonl"], "no format is named 'jsonl'; did you mean 'json'?"),
        (["solve", "soma", "--seed", "-1"], "--seed: a whole number from 0"),
        (["solve", "soma", "--workers", "0"], "--workers: a whole number from 1"),
        (["solve", "soma", "--solver", "glucose4"], "--solver is a setting of one backend"),
        (["solve", "soma", "--backend", "sat", "--solver", "glucos"], "glucos"),
        (["solve", "soma", "--backend", "anchor", "--encoding", "x"], "the anchor backend has no --encoding"),
        (["solve", "soma", "--remove", "9,9,9"], "--remove: 9,9,9 is not a cell of the board"),
        (["solve", "soma", "--remove", "-1,0,0"], "--remove: -1,0,0 is not a cell of the board"),
        (["solve", "soma", "--remove", "corner"], "no cell is named 'corner'"),
        (["solve", "soma", "--fix", "V"], "--fix is PIECE=CELLS"),
        (["solve", "soma", "--fix", "Q=0,0,0"], "'Q'"),
        (["solve", "smoa"], "no shipped model is named 'smoa'; did you mean soma"),
        (["check", "soma", "bedlam", "--solutions", "x"], "one model, and 2 are named"),
        (["check", "soma", "--remove", "0,0,0"], "they go with --solutions"),
        (["check", "", "--solutions", "x"], "no shipped model is named ''"),
    ],
)
def test_nonsense_is_refused(run, words, said):
    assert said in refused(run(*words))


def test_backends_that_cannot_take_a_puzzle(run, model):
    path = model('objective = {maximize = "pieces"}\n' + TWO_BARS)
    assert "the anchor backend cannot take an objective" in refused(run("solve", path, "--backend", "anchor"))


BOARD = "[board]\nsize = [2, 3]\n"
PIECE = '[[piece]]\nname = "D"\ndrawing = "##"\ncount = 3\n'


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "the model is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "not UTF-8 text"),
        ('[board]\ndrawing = ""\n' + PIECE, "the board has no cells"),
        ('[board]\ndrawing = "..."\n' + PIECE, "the board has no cells"),
        ("[board]\nsize = [0, 3]\n" + PIECE, "board.size"),
        (BOARD + '[[piece]]\nname = "D"\ndrawing = "."\n', "piece[0].drawing"),
        ("[bord]\nsize = [2, 3]\n" + PIECE, "board"),
        (BOARD + PIECE.replace("count", "cuont"), "count"),
        ("[board]\nsize = 6\n" + PIECE, "board.size"),
        (BOARD + PIECE.replace("count = 3", "count = -3"), "piece[0].count"),
        (BOARD + PIECE + PIECE, "two pieces are named 'D'"),
        ('[board]\ndrawing = "#\\t#"\n' + PIECE, "a tab"),
        ("[board]\nsize = [10000, 1000]\n" + PIECE, "10,000,000 cells"),
        (BOARD + PIECE + '[[constraint]]\nkind = "appart"\n', "did you mean 'apart'?"),
        ("[board\n", "not TOML"),
    ],
    ids=range(15),
)
@pytest.mark.parametrize("command", ["solve", "count", "info"])
def test_bad_models(run, model, command, text, said):
    path = model(text)
    message = refused(run(command, path))
    assert said in message and str(path) in message


def test_models_that_cannot_be_read(run, model, tmp_path):
    assert "this is a directory" in refused(run("solve", f"{tmp_path}/"))
    assert "there is no such file" in refused(run("solve", tmp_path / "nix.toml"))
    assert "no name of a file" in refused(run("solve", "a\0b.toml"))


def test_a_piece_larger_than_the_board_is_no_error(run, model):
    path = model("[board]\nsize = [1, 3]\n" + '[[piece]]\nname = "I"\ndrawing = "####"\n')
    result = run("solve", path)
    assert (result.status, result.out) == (1, "no arrangement exists (proved)\n")
    said = run("info", path)
    assert said.status == 0 and "I fits nowhere" in said.out and "so no arrangement exists" in said.out


def test_a_bug_says_that_it_is_one(run, model, monkeypatch):
    from tilemodel.cli import asking

    def broken(*args, **rest):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(asking, "start", broken)
    result = run("solve", model(TWO_BARS))
    assert result.status == 70
    assert "ZeroDivisionError: oops" in result.err and "this is a bug in tilemodel" in result.err

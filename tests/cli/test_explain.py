"""``tilemodel explain``: each kind of reason, in words and as JSON, and the proof."""

from __future__ import annotations

import json

import pytest

from tilemodel.cli.main import main

ONE_SHAPE = '[board]\nsize = {size}\n[[piece]]\nname = "P"\nshape = "{shape}"\ncount = {{min = 0}}\n'


@pytest.fixture
def model(tmp_path):
    """Writes a model of one shape without limit, and gives its path."""

    def write(size: list[int], shape: str, more: str = "") -> str:
        path = tmp_path / "model.toml"
        path.write_text(ONE_SHAPE.format(size=size, shape=shape) + more)
        return str(path)

    return write


def test_a_colouring_is_drawn(model, capsys):
    assert main(["explain", model([2, 5], "T tetromino", "")]) == 0
    assert "no arrangement exists" in capsys.readouterr().out


def test_l_tetrominoes_in_10x10_by_a_colouring(model, capsys):
    assert main(["explain", model([10, 10], "L tetromino"), "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["solvable"] is False and answer["reason"] == "colouring"
    assert answer["total"] % answer["modulus"] != 0
    assert all(kind == "cell" for kind, _, _ in answer["weights"])


def test_the_board_of_numbers_is_shown(model, capsys):
    assert main(["explain", model([10, 10], "T tetromino")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "modulo 8" in lines[-2] and len(lines[1].split()) == 10


def test_s_tetrominoes_by_a_core_and_a_proof(model, capsys, tmp_path):
    proof = tmp_path / "s.drup"
    assert main(["explain", model([8, 8], "S tetromino"), "--proof", str(proof)]) == 0
    out = capsys.readouterr().out
    assert "cannot be met together" in out and "these cells are covered" in out and "Without any one of them" in out
    assert proof.read_text().endswith("0\n") and (tmp_path / "s.drup.cnf").read_text().startswith("c ")


def test_a_constraint_is_named_in_a_core(model, capsys):
    rule = '[[constraint]]\nkind = "fault-free"\n'
    assert main(["explain", model([4, 4], "domino", rule), "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["reason"] == "core" and answer["minimal"] and answer["constraints"] == ["fault-free"]


TWO_RULES = """
[board]
size = [4, 4]
[[piece]]
name = "D"
shape = "domino"
count = { min = 0 }
[[piece]]
name = "L"
shape = "L tromino"
count = { min = 0 }
[[constraint]]
kind = "fix"
piece = "D"
cells = [[0, 1], [1, 1]]
[[constraint]]
kind = "cover"
piece = "D"
zone = [[0, 0], [1, 0]]
exactly = 0
"""


def test_a_rule_that_only_takes_placements_away_is_to_blame_too(tmp_path, capsys):
    path = tmp_path / "two.toml"
    path.write_text(TWO_RULES)
    assert main(["explain", str(path), "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["cells"], answer["pieces"], answer["constraints"]) == ([[0, 0]], [], ["fix", "cover"])
    assert main(["explain", str(path)]) == 0
    assert "the constraints hold: fix, cover" in capsys.readouterr().out


def test_a_time_limit_is_for_everything(model, capsys, tmp_path):
    """Nothing can be told so soon (there is an arrangement, hard to find): it says so, and does not go on."""
    proof = tmp_path / "y.drup"
    words = ["explain", model([15, 15], "Y pentomino"), "--time-limit", "0.001", "--proof", str(proof)]
    assert main(words) == 3
    out = capsys.readouterr().out
    assert "not known" in out and "no proof was written" in out and not proof.exists()


def test_asked_about_a_puzzle_with_an_arrangement_the_answer_is_no(model, capsys):
    assert main(["explain", model([4, 4], "domino")]) == 1
    assert "has an arrangement" in capsys.readouterr().out


def test_a_proof_that_cannot_be_written_is_refused(model, capsys, tmp_path):
    assert main(["explain", model([8, 8], "S tetromino"), "--proof", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("tilemodel: --proof")

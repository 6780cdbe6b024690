"""``check``: models against [expect], solutions against a model."""

import json

import pytest
from cli_models import IMPOSSIBLE, MANY, TWO_BARS


def test_a_line_a_model_and_a_closing_line(run, model):
    good = model(TWO_BARS, "good.toml")
    wrong = model(TWO_BARS.replace("distinct = 2", "distinct = 3"), "wrong.toml")
    silent = model(MANY, "silent.toml")
    result = run("check", good, wrong, silent, "nix")
    lines = result.out.splitlines()
    assert result.status == 1
    assert lines[0] == f"passed  {good}: solutions 3; distinct 2"
    assert lines[1].startswith(f"failed  {wrong}: ") and "distinct failed: expected 3, found 2" in lines[1]
    assert lines[2].startswith(f"skipped  {silent}: nothing is expected")
    assert lines[3].startswith("failed  nix: no shipped model is named 'nix'")
    assert lines[4] == "1 passed, 2 failed, 1 skipped"


def test_a_limit_skips(run, model):
    path = model(MANY + "[expect]\nsolutions = 12988816\n")
    result = run("check", path, "--backend", "reference", "--time-limit", 0.2)
    assert result.status == 0 and result.out.endswith("0 passed, 0 failed, 1 skipped\n")


def test_json(run, model):
    result = run("check", model(TWO_BARS), "--format", "json")
    (entry,) = result.json["models"]
    assert entry["status"] == "passed" and [q["question"] for q in entry["questions"]] == ["solutions", "distinct"]
    assert (result.json["passed"], result.json["failed"], result.json["skipped"]) == (1, 0, 0)


def placed(*pieces):
    return json.dumps({"placements": [{"piece": "D", "cells": cells} for cells in pieces]})


UPRIGHT = placed([[0, 0], [1, 0]], [[0, 1], [1, 1]], [[0, 2], [1, 2]])
AGAIN = placed([[1, 2], [0, 2]], [[0, 0], [1, 0]], [[0, 1], [1, 1]])
HOLE = placed([[0, 0], [1, 0]], [[0, 1], [1, 1]])


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_what_solve_prints_is_accepted(run, model, tmp_path, form):
    path, target = model(TWO_BARS), tmp_path / "solutions"
    run("solve", path, "--all", "--format", form, "--output", target)
    result = run("check", path, "--solutions", target)
    assert (result.status, result.out) == (0, "3 valid, 0 invalid, 0 duplicates\n")


def test_solutions_of_a_changed_model(run, tmp_path):
    target, changes = tmp_path / "solutions", ("--remove", "Jan", "--remove", "25")
    run("solve", "a-puzzle-a-day", *changes, "--format", "json", "--output", target)
    assert run("check", "a-puzzle-a-day", *changes, "--solutions", target).status == 0
    assert "is not covered" in run("check", "a-puzzle-a-day", "--solutions", target).out


def test_bad_solutions_are_named(run, model, tmp_path):
    target = tmp_path / "solutions.jsonl"
    target.write_text("\n".join((UPRIGHT, AGAIN, HOLE)))
    result = run("check", model(TWO_BARS), "--solutions", target)
    assert result.status == 1
    assert "solution 2: the same arrangement as solution 1" in result.out
    assert "solution 3: cell [0, 2] is not covered" in result.out
    assert result.out.endswith("1 valid, 1 invalid, 1 duplicates\n")
    assert run("check", model(TWO_BARS), "--solutions", target, "--format", "json").json["duplicates"] == 1


def test_solutions_that_cannot_be_read(run, model, tmp_path):
    target = tmp_path / "solutions.jsonl"
    target.write_text(UPRIGHT + "\n{nonsense\n")
    result = run("check", model(IMPOSSIBLE), "--solutions", target)
    assert result.status == 2 and f"{target}:2" in result.err
    assert run("check", model(IMPOSSIBLE), "--solutions", tmp_path / "nix").status == 2

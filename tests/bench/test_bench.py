"""The bench runs, says wrong answers loudly, and shows what changed. No time is judged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"

MODEL = """
title = "Two strips"

[board]
size = [2, 6]

[[piece]]
name = "I"
drawing = "###"
count = 4

[expect]
distinct = {distinct}
source = "by hand: the strips lie"
"""

SUITE = """
[[entry]]
name = "strips"
model = "{model}"
ask = "distinct"
contenders = ["anchor", "auto", "nobody"]
peers = ["pysat"]
repeat = 2
limit = 20

[[process]]
name = "nothing"
repeat = 1
commands = {{ pass = ["{{python}}", "-c", "pass"], same = ["{{python}}", "-c", "pass"] }}
targets = [{{ measure = "ratio", at_least = 0, to = "pass", by = "same" }}]
"""


def bench(script: str, *arguments: object) -> subprocess.CompletedProcess:
    """Run one of the bench's programs."""
    command = [sys.executable, BENCH / script, *arguments]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)


def suite(folder: Path, distinct: int) -> Path:
    model, path = folder / "strips.toml", folder / "suite.toml"
    model.write_text(MODEL.format(distinct=distinct))
    path.write_text(SUITE.format(model=model))
    return path


def test_a_tiny_suite_runs_and_makes_its_page(tmp_path):
    given, output = suite(tmp_path, 1), tmp_path / "new" / "results.jsonl"
    ran = bench("run.py", "--suite", given, "--output", output)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == output.read_text()
    machine, *runs = map(json.loads, output.read_text().splitlines())
    assert set(machine) == {"machine"}
    statuses = {(run["contender"], run["status"]) for run in runs}
    assert statuses == {
        *((name, "answered") for name in ("plain", "anchor", "auto", "anchor, one each", "pysat", "pass", "same")),
        ("nobody", "not there yet"),
    }
    assert "nobody: not there yet" in ran.stderr
    anchor = [run for run in runs if run["contender"] == "anchor"]
    assert [run["repetition"] for run in anchor] == [0, 1]
    assert len({run["nodes"] for run in anchor}) == 1
    assert {run["answer"] for run in anchor} == {1}
    assert {"fingerprint", "user", "compile_user", "process_user", "memory"} <= set(anchor[0])

    page = tmp_path / "page.md"
    assert bench("report.py", output, "--suite", given, "--page", page).returncode == 0
    assert "| nothing | at least 0 of pass |" in page.read_text()


def test_a_wrong_answer_ends_with_status_1(tmp_path):
    ran = bench("run.py", "--suite", suite(tmp_path, 2), "--no-peers", "strips")
    assert ran.returncode == 1
    assert "WRONG ANSWER: strips: anchor answers 1; the model has 2" in ran.stderr


def test_compare_shows_ratios_nodes_and_answers_that_differ(tmp_path):
    def results(name: str, seconds: float, nodes: int, answer: int) -> Path:
        run = {"entry": "e", "status": "answered", "question": "count", "repetition": 0}
        lines = [
            {"machine": {"processor": "P"}},
            run | {"contender": "plain", "user": 2.0, "nodes": 9, "answer": 5},
            run | {"contender": "anchor", "user": seconds, "nodes": nodes, "answer": answer},
        ]
        path = tmp_path / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    old, new = results("old", 1.0, 7, 5), results("new", 0.5, 8, 5)
    shown = bench("compare.py", old, new)
    assert shown.returncode == 0
    assert all(word in shown.stdout for word in ("0.5", "0.25", "-50.0%", "7 -> 8"))
    wrong = bench("compare.py", old, results("wrong", 1.0, 7, 6))
    assert wrong.returncode == 1
    assert "e: anchor answered 5 before, 6 now" in wrong.stdout

"""Runs that are killed at random moments, as kill -9 does it, and gone on with: the total is exact."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tilemodel import backends, load


def command(journal: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "tilemodel", "run", *words, "--journal", str(journal), "--format", "json"]


def kill_again_and_again(words: list[str], kills: int, within: tuple[float, float], seed: int) -> int:
    """How many of the runs were killed before they ended."""
    chance = random.Random(seed)
    killed = 0
    for _ in range(kills):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0)
        time.sleep(chance.uniform(*within))
        killed += process.poll() is None
        process.kill()
        process.wait()
    return killed


def finish(words: list[str], seconds: float = 300) -> dict:
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_killed_three_times(tmp_path):
    words = command(tmp_path / "run.journal", "pentominoes-6x10", "--backend", "anchor", "--parts", "300")
    killed = kill_again_and_again(words, 3, (0.5, 1.5), seed=1)
    answer = finish(words)
    assert (answer["count"], answer["complete"]) == (9356, True)
    if killed == 3:
        assert answer["resumed"] <= answer["statistics"]["tasks"]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["anchor", "mrv", "cluster"])
def test_killed_twenty_times(tmp_path, engine):
    if engine == "mrv" and engine not in backends.names():
        pytest.skip("there is no mrv")
    if engine == "cluster":
        pytest.importorskip("distributed")
        how, within = ["--backend", "anchor", "--cluster", "local"], (2.0, 8.0)
    else:
        how, within = ["--backend", engine, "--workers", "2"], (0.5, 3.0)
    words = command(tmp_path / "run.journal", "iq-fit", "--parts", "400", *how)
    assert kill_again_and_again(words, 20, within, seed=2)
    answer = finish(words)
    assert (answer["count"], answer["complete"]) == (4331140, True)


@pytest.mark.slow
def test_a_count_of_hours(tmp_path):
    words = command(tmp_path / "run.journal", "t-tetracubes-4x6x6", "--backend", "mrv", "--workers", "2")
    assert kill_again_and_again(words, 3, (60.0, 120.0), seed=3) == 3
    answer = finish(words, 7200)
    assert (answer["count"], answer["complete"]) == (load("t-tetracubes-4x6x6").expect.solutions, True)


def test_an_interruption_keeps_what_is_done(tmp_path):
    words = command(tmp_path / "run.journal", "pentominoes-6x10", "--backend", "anchor", "--parts", "300")
    process = subprocess.Popen([*words, "-v"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    assert "in the journal already" in process.stderr.readline()  # it begins
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode in (130, 0)  # a quick machine is done
    if process.returncode == 130:
        assert "the same command goes on" in err
        assert json.loads(out)["complete"] is False
    answer = finish(words)
    assert answer["count"] == 9356

"""The page's sources: their types, and the tests of their pure parts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import tilemodel as tm
from tilemodel.render.scene import scene_data

VIEWER = Path(__file__).resolve().parents[2] / "src" / "viewer"
MODELS = (
    *("soma", "slothouber-graatsma", "iq-fit", "t-tetrominoes-8x8"),
    *("lonpos-pyramid", "tetrahexes-coin", "hexiamonds-6x6"),
)


@pytest.fixture(scope="module")
def npm():
    """Run a script of the page's package, with its tools installed."""
    command = shutil.which("npm")
    if command is None:
        pytest.skip("no Node.js with npm is installed; the page's sources are not tested")

    def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, **environment}
        return subprocess.run([command, *words], cwd=VIEWER, env=env, capture_output=True, text=True, timeout=300)

    if not (VIEWER / "node_modules" / "typescript").exists():
        done = run("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1")
        if done.returncode:
            pytest.skip(f"npm could not fetch its packages: {done.stderr.strip()[-300:]}")
    return run


def test_the_lock_file_names_no_registry():
    lock = json.loads((VIEWER / "package-lock.json").read_text())
    assert all("resolved" not in package for package in lock["packages"].values())


def test_types_and_pure_parts(npm, tmp_path):
    """One test, so that no two workers install the tools at the same time."""
    done = npm("run", "check")
    assert done.returncode == 0, done.stdout + done.stderr
    scenes = tmp_path / "scenes.json"
    puzzles = {name: tm.load(name) for name in MODELS}
    found = {name: list(tm.solve(puzzle, backend="sat", limit=1)) for name, puzzle in puzzles.items()}
    scenes.write_text(json.dumps({name: scene_data(puzzle, found[name]) for name, puzzle in puzzles.items()}))
    done = npm("test", TILEMODEL_SCENES=str(scenes))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped 0" in done.stdout

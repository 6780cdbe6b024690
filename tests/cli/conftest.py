"""Ways to run the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from tilemodel.cli.main import main


class Result(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capfd):
    """Run ``main`` in this process."""

    def call(*words: object) -> Result:
        capfd.readouterr()
        status = main([str(word) for word in words])
        return Result(status, *capfd.readouterr())

    return call


@pytest.fixture
def spawn():
    """Start a real process; the rest are keywords of Popen, ``env`` is added to the environment."""
    started = []

    def start(*words: object, env: dict[str, str] | None = None, **rest: Any) -> subprocess.Popen:
        command = [sys.executable, "-m", "tilemodel", *map(str, words)]
        # What was read line by line may end within a character of what communicate() then reads.
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "errors": "replace"} | rest
        started.append(subprocess.Popen(command, env={**os.environ, **(env or {})}, **pipes))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.fixture
def model(tmp_path):
    """Write a model and give its path."""

    def write(text: str | bytes, name: str = "model.toml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write

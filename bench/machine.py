"""What the runs ran on."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import tilemodel

PACKAGES = ("numpy", "ortools", "python-sat")


def describe() -> dict[str, Any]:
    """The processor, its number, the compiler found here, and versions."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "compiler": _first_line("c++", "--version"),
        "python": platform.python_version(),
        "tilemodel": f"{tilemodel.__version__} {_first_line('git', '-C', _here(), 'describe', '--always', '--dirty')}",
        **{name: _version(name) for name in PACKAGES},
    }


def _here() -> str:
    return str(Path(__file__).resolve().parent)


def _processor() -> str:
    """Its name, and the instruction sets that the engines may choose."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    about = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    has = [flag for flag in ("bmi2", "avx2", "avx512f") if flag in about.get("flags", "").split()]
    family = ", ".join(f"{key} {about[key]}" for key in ("cpu family", "model") if key in about)
    return f"{about.get('model name', platform.machine())} ({family}; {' '.join(has) or 'no vector instructions'})"


def _first_line(*command: str) -> str:
    try:
        found = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return "unknown"
    return (found.stdout.splitlines() or ["unknown"])[0]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"

"""A program run to its end or its time limit, with what the operating system says of it.

The limit is of CPU seconds, so that it means the same on a busy machine. One that sleeps is ended by the clock.
"""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from typing import Any

PATIENCE = 20
"""How many times its limit a program may take by the clock, and as many seconds more."""


def execute(command: list[str], limit: float, *, whole: bool = False) -> dict[str, Any]:
    """Run a program; what it prints, a JSON object, is the result, with the figures of the whole process beside it.

    With ``whole`` the program's output goes nowhere, what it says on standard error is kept as ``said``, and ``user``
    is the CPU time of all of it: the system divides a short run into user and system time too coarsely.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as said:
        started, late = time.perf_counter(), threading.Event()
        child = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL if whole else printed,
            stderr=said,
            stdin=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        seconds = math.ceil(limit)
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (seconds, seconds + 5))
        timer = threading.Timer(PATIENCE * (limit + 1), _end, (child.pid, late))
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
        figures = {
            "process_user": round(usage.ru_utime, 4),
            "process_cpu": round(usage.ru_utime + usage.ru_stime, 4),
            "process_wall": round(time.perf_counter() - started, 4),
            "memory": round(usage.ru_maxrss / 1024, 1),
        }
        said.seek(0)
        words = said.read().decode(errors="replace").strip()
        if late.is_set() or child.returncode == -signal.SIGXCPU:
            return figures | {"status": "limit", "why": f"ended after {limit:g} seconds"}
        if child.returncode != 0:
            last = words.splitlines()[-1] if words else ""
            return figures | {"status": "failed", "why": f"exit status {child.returncode}: {last}"}
        if whole:
            return figures | {"status": "answered", "said": words, "user": figures["process_cpu"]}
        printed.seek(0)
        return figures | {"status": "answered", **json.load(printed)}


def _end(group: int, late: threading.Event) -> None:
    late.set()
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass  # it ended just now

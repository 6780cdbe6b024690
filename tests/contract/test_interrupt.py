"""Ctrl-C ends any search as KeyboardInterrupt."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from contract.instances import market_split

from tilemodel import backends

SCRIPT = textwrap.dedent("""
    import sys, threading
    from contract.instances import dominoes, market_split, scattered
    from tilemodel import backends

    name, instance, use = sys.argv[1:]
    try:
        with backends.get(name).search(eval(instance)) as search:
            print("running", flush=True)
            search.count() if use == "count" else [None for _ in search]
    except KeyboardInterrupt:
        others = [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]
        print("interrupted", search.outcome.stop.name, others, search.outcome.complete)
""")
MANY, LONG, SILENT = "dominoes(10, 10)", "scattered(dominoes(10, 10))", "market_split(4, 40)"


@pytest.mark.parametrize("name", backends.names())
@pytest.mark.parametrize(("instance", "use"), [(LONG, "count"), (MANY, "loop"), (SILENT, "count")])
def test_ctrl_c_is_a_keyboard_interrupt_and_leaves_nothing_behind(name, instance, use):
    backend = backends.get(name)
    if missing := backend.availability():
        pytest.skip(missing)
    if instance == SILENT and (objections := backend.objections(market_split(4, 40))):
        pytest.skip("; ".join(objections))
    assert interrupted(name, instance, use) == "interrupted CANCELLED [] False"


def interrupted(name: str, instance: str, use: str) -> str:
    """What a search in a process of its own says of a Ctrl-C that comes a moment after it has begun."""
    here = Path(__file__).parents[1]
    command = [sys.executable, "-c", SCRIPT, name, instance, use]
    environment = {"PYTHONPATH": f"{here}:{':'.join(sys.path)}"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        assert process.stdout.readline() == "running\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == 0
    return output.strip()

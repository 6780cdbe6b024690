"""Real processes: signals, closed pipes, terminals, what is imported."""

import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time

import pytest
from cli_models import MANY, TWO_BARS

HEAVY = ("numpy", "ortools", "pysat", "networkx", "rich", "msgspec")


@pytest.mark.parametrize(
    "words, unwanted",
    [
        (["--version"], HEAVY + ("argparse", "tomllib")),
        (["--help"], HEAVY + ("tomllib",)),
        (["solve", "--help"], HEAVY),
        (["solve", "iq-fit", "--backend", "anchor"], HEAVY[:-1]),
        (["count", "pentominoes-3x20", "--backend", "anchor"], HEAVY[:-1]),
    ],
    ids=lambda value: " ".join(value[:3]),
)
def test_nothing_heavy_is_imported_before_it_is_used(words, unwanted):
    code = (
        "import sys; from tilemodel.cli.main import main; status = main(sys.argv[1:]); "
        f"print([m for m in {unwanted!r} if m in sys.modules], file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "[]"


def wait_for(stream, text: str, seconds: float = 20.0) -> None:
    """Read a stream of a process until a text has come."""
    end, seen = time.monotonic() + seconds, ""
    while text not in seen:
        assert time.monotonic() < end, f"{text!r} did not come; seen: {seen!r}"
        seen += stream.readline()


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("backend", ["anchor", "cpsat", "sat"])
def test_interrupted_json_is_one_object_with_what_was_found(spawn, model, backend, signal_number):
    process = spawn("solve", model(MANY), "--all", "--backend", backend, "--format", "json", "--verbose")
    wait_for(process.stderr, "backend")
    time.sleep(0.2)
    process.send_signal(signal_number)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    answer = json.loads(out)
    assert answer["complete"] is False and answer["backend"] == backend
    assert "Traceback" not in err and "interrupted" in err


def test_interrupted_text_keeps_what_was_found(spawn, model):
    process = spawn("solve", model(MANY), "--all", "--backend", "reference")
    wait_for(process.stdout, "Arrangement 2:")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.count("\n") == 1 and "stopped (interrupted) before the end" in err


def test_interrupted_with_an_objective_gives_the_best_so_far(spawn):
    words = ("solve", "t-tetrominoes-7x7", "--backend", "reference", "--format", "json", "--verbose")
    process = spawn(*words)
    wait_for(process.stderr, "backend")
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    answer = json.loads(out)
    assert process.returncode == 130 and answer["optimal"] is False and len(answer["solutions"]) <= 1


def test_interrupted_count(spawn, model):
    process = spawn("count", model(MANY), "--backend", "reference", "--verbose", "--format", "json")
    wait_for(process.stderr, "backend")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130 and json.loads(out)["complete"] is False


def test_interrupted_output_file_keeps_what_was_found(spawn, model, tmp_path):
    target = tmp_path / "found.jsonl"
    words = ("--all", "--backend", "reference", "--format", "jsonl", "--output", target, "--verbose")
    process = spawn("solve", model(MANY), *words)
    wait_for(process.stderr, "backend")
    time.sleep(0.2)
    assert not target.exists()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
    assert all(json.loads(line)["placements"] for line in target.read_text().splitlines())


def test_interrupted_check_prints_its_closing_line(spawn, model):
    slow = model(MANY + "[expect]\nsolutions = 12988816\n", "slow.toml")
    process = spawn("check", model(TWO_BARS), slow, "--backend", "reference")
    wait_for(process.stdout, "passed")
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130 and "1 passed, 0 failed, 0 skipped" in out and "Traceback" not in err


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_a_closed_pipe_ends_quietly(spawn, model, form):
    process = spawn("solve", model(MANY), "--all", "--format", form, "--quiet")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=20) == 0


def test_closed_streams_are_no_accident():
    """``>&-`` and ``2>&-``: results have nowhere to go, words beside them are left out."""
    command = f"{shlex.quote(sys.executable)} -m tilemodel"
    for words, status in (("solve soma >&-", 2), ("solve soma 2>&- >/dev/null", 0), ("solve smoa 2>&-", 2)):
        done = subprocess.run(["sh", "-c", f"{command} {words}"], capture_output=True, text=True, timeout=30)
        assert done.returncode == status, words
        assert done.stderr in ("", "tilemodel: standard output is closed; use --output FILE\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_is_one_line(model):
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-m", "tilemodel", "solve", str(model(TWO_BARS))]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert "No space left on device" in done.stderr and "Traceback" not in done.stderr


def test_a_file_that_may_not_be_read(spawn, model):
    path = model(TWO_BARS)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    process = spawn("solve", path)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 2 and "the file cannot be read: Permission denied" in err


def on_terminal(words, env, *, stream="stdout") -> str:
    """What a process shows on a terminal of its own."""
    ours, theirs = pty.openpty()
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | {stream: theirs}
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM")}
    process = subprocess.Popen([sys.executable, "-m", "tilemodel", *words], env={**clean, **env}, **pipes)
    os.close(theirs)
    seen = b""
    while True:
        ready, _, _ = select.select([ours], [], [], 30)
        try:
            block = os.read(ours, 65536) if ready else b""
        except OSError:  # the other end is closed
            block = b""
        if not block:
            break
        seen += block
    os.close(ours)
    assert process.wait(timeout=30) in (0, 3)
    return seen.decode()


@pytest.mark.parametrize(
    "env, expected",
    [
        ({"TERM": "xterm-256color"}, "\x1b[48;5;"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "\x1b[48;2;"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, None),
        ({"TERM": "dumb"}, None),
    ],
)
def test_colours_on_a_terminal(env, expected):
    seen = on_terminal(["solve", "soma"], env)
    assert (expected in seen) if expected else ("\x1b" not in seen and "V" in seen)


def test_colours_elsewhere_only_when_forced(spawn):
    plain, _ = spawn("solve", "soma", env={"FORCE_COLOR": ""}).communicate(timeout=20)
    assert "\x1b" not in plain
    forced, _ = spawn("solve", "soma", env={"FORCE_COLOR": "1", "NO_COLOR": ""}).communicate(timeout=20)
    assert "\x1b[48;" in forced


def test_progress_goes_to_a_terminal(model):
    words = ["count", str(model(MANY)), "--backend", "reference", "--time-limit", "1.4"]
    seen = on_terminal(words, {"TERM": "xterm"}, stream="stderr")
    assert " found, " in seen and " nodes (" in seen
    assert " found, " not in on_terminal([*words, "--quiet"], {"TERM": "xterm"}, stream="stderr")
    assert "\x1b" not in on_terminal(words, {"TERM": "dumb"}, stream="stderr")


def test_progress_goes_nowhere_else(spawn, model):
    _, err = spawn("count", model(MANY), "--backend", "reference", "--time-limit", "1.3").communicate(timeout=20)
    assert " found, " not in err

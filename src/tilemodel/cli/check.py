"""Models against the answers that they expect; or, with --solutions FILE, solutions against a model."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tilemodel.cli import options, status
from tilemodel.cli.output import Output
from tilemodel.errors import TilemodelError, UsageError

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``check``."""
    parser.add_argument("models", nargs="+", metavar="MODEL", help="model files, or names of models that come along")
    parser.add_argument("--solutions", metavar="FILE", help="solutions (JSON or jsonl) to judge, instead of [expect]")
    options.add_changes(parser)
    options.add_backend(parser)
    options.add_time_limit(parser)
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Check and print; the exit status."""
    if arguments.solutions is not None:
        if len(arguments.models) != 1:
            raise UsageError(f"--solutions is judged against one model, and {len(arguments.models)} are named")
        from tilemodel.cli.judge import judge_file

        return judge_file(arguments)
    if arguments.remove or arguments.fix:
        raise UsageError("--remove and --fix make another puzzle than the one of [expect]; they go with --solutions")
    with Output(arguments.output) as output:
        entries: list[dict[str, Any]] = []
        interrupted = False
        try:
            for name in arguments.models:
                entries.append(_examine(name, arguments))
                if arguments.format == "text":
                    output.write(_line(entries[-1]) + "\n")
                    output.flush()
        except KeyboardInterrupt:
            interrupted = True
        tally = {s: sum(entry["status"] == s for entry in entries) for s in (PASSED, FAILED, SKIPPED)}
        if arguments.format == "json":
            output.write(json.dumps({"models": entries, **tally, "complete": not interrupted}, indent=1) + "\n")
        else:
            output.write(", ".join(f"{number} {s}" for s, number in tally.items()) + "\n")
    if interrupted:
        return status.INTERRUPTED
    return status.NO if tally[FAILED] else status.ANSWERED


def _examine(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One model: its verdicts, and one status for them all."""
    from tilemodel.expectations import check_expectations
    from tilemodel.formats.shipped import load

    try:
        puzzle = load(name)
        verdicts = check_expectations(puzzle, backend=arguments.backend, time_limit=arguments.time_limit)
    except TilemodelError as error:
        return {"model": name, "status": FAILED, "message": str(error), "questions": []}
    questions = [{"question": v.question, "status": v.status, "message": v.message} for v in verdicts]
    seen = {q["status"] for q in questions}
    verdict = next((s for s in (FAILED, SKIPPED, PASSED) if s in seen), SKIPPED)
    message = "" if questions else "nothing is expected ([expect] is empty)"
    return {"model": name, "status": verdict, "message": message, "questions": questions}


def _line(entry: dict[str, Any]) -> str:
    """``passed  iq-fit: solutions 4331140, distinct 1082785``"""
    said = [f"{q['question']} {_aside(q, entry)}{q['message']}" for q in entry["questions"]]
    return f"{entry['status']}  {entry['model']}: {'; '.join(said) or entry['message']}"


def _aside(question: dict[str, str], entry: dict[str, Any]) -> str:
    """Which of several questions it was that failed or was skipped."""
    return f"{question['status']}: " if question["status"] != PASSED or entry["status"] != PASSED else ""

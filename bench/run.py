"""Run the suite: ``python bench/run.py [ENTRY ...] [--output FILE.jsonl] [--page]``.

Each run is a process of its own with a limit of CPU seconds, and one JSON line. The contenders of an entry take turns,
so that the machine's moods meet them all; the yardstick, the plain anchor backtracker, is among them. An answer that is
not the model's expected one, or not that of the others, is said loudly and ends the program with status 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from machine import describe
from peers.environments import peers
from problem import problem_of
from processes import execute
from results import ANSWERED, Results
from rich.console import Console
from suite import HERE, PLAIN, Entry, Process, Suite, read_suite, settings_of
from worker import prepare

from tilemodel import backends
from tilemodel.compiler import compile_puzzle
from tilemodel.formats.shipped import load
from tilemodel.puzzle import Puzzle

GRACE = 5.0
"""CPU seconds beyond an entry's limit: for imports and compiling."""

console = Console(stderr=True, highlight=False)


class Judge:
    """Compares answers: with what the model expects, and with each other."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self._known: dict[tuple[str, str], tuple[int, str]] = {}

    def hear(self, run: dict[str, Any], puzzle: Puzzle) -> None:
        """Take note of a run; a wrong answer marks it."""
        question, answer = run["question"], run.get("answer")
        if question == "rate" or answer is None:
            return
        known, source = self._expected(run["model"], question, puzzle)
        complete = run["status"] == ANSWERED
        if known is None and complete:
            self._known[run["model"], question] = answer, run["contender"]
        elif known is not None and (answer != known if complete else answer > known):
            run["status"] = "wrong"
            self.wrong.append(f"{run['entry']}: {run['contender']} answers {answer:,}; {source} has {known:,}")
            console.print(f"WRONG ANSWER: {self.wrong[-1]}", style="bold red")

    def _expected(self, model: str, question: str, puzzle: Puzzle) -> tuple[int | None, str]:
        expect = puzzle.expect
        if question == "first":
            one = expect.solvable if expect.solvable is not None else bool(expect.solutions or expect.distinct)
            return int(one), "the model"
        all_of, up_to_symmetry = expect.solutions, expect.distinct
        published = {
            "count": all_of,
            "list": all_of,
            "distinct": up_to_symmetry,
            "list-distinct": up_to_symmetry,
            "list-inside": up_to_symmetry,
        }.get(question)
        return (published, "the model") if published is not None else self._known.get((model, question), (None, ""))


def contenders(entry: Entry) -> Iterator[tuple[str, str, int]]:
    """Who answers which question of an entry how often; the yardstick first."""
    if entry.plain is True:
        yield PLAIN, "count", entry.repeat
    for name in entry.contenders:
        yield name, entry.ask, entry.repeat
    if entry.peers:
        if entry.ask == "distinct":
            yield entry.contenders[0], "one-each", entry.repeat
        for name in entry.peers:
            yield name, "one-each" if entry.ask == "distinct" else entry.ask, entry.peer_repeat


def run_entry(entry: Entry, judge: Judge) -> Iterator[dict[str, Any]]:
    """The lines of one entry."""
    puzzle, known = load(entry.model), peers()
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder) / "problem.json"
        given_up: set[str] = set()
        for repetition in range(max(entry.repeat, entry.peer_repeat)):
            for name, question, repeat in contenders(entry):
                label = name if question != "one-each" or name in known else f"{name}, one each"
                if repetition >= repeat or label in given_up:
                    continue
                line = {"entry": entry.name, "contender": label, "model": entry.model, "question": question}
                if name in known:
                    found = run_peer(entry, name, question, repetition, puzzle, problem)
                else:
                    found = run_own(entry, name, question, repetition)
                line |= {"repetition": repetition, **found}
                judge.hear(line, puzzle)
                if line["status"] != ANSWERED:
                    given_up.add(label)
                yield line


def run_own(entry: Entry, name: str, question: str, seed: int) -> dict[str, Any]:
    """One run of tilemodel's own; the seed matters to those who find a first arrangement by chance."""
    settings = settings_of(name) | ({"seed": seed} if question == "first" else {})
    about = {"backend": settings["backend"], "options": {k: v for k, v in settings.items() if k != "backend"}}
    if settings["backend"] not in ("auto", *backends.names()):
        return about | {"status": "not there yet", "why": f"no backend is named {settings['backend']}"}
    wanted = {"model": entry.model, "ask": question, "limit": entry.limit if question == "rate" else None, **settings}
    return about | execute([sys.executable, str(HERE / "worker.py"), json.dumps(wanted)], entry.limit + GRACE)


def run_peer(entry: Entry, name: str, question: str, seed: int, puzzle: Puzzle, problem: Path) -> dict[str, Any]:
    """One run of another solver, on the options of our own instance."""
    peer = peers()[name]
    about = {"backend": name, "options": {"seed": seed} if question == "first" else {}}
    if why := peer.missing():
        return about | {"status": "not available", "why": why}
    if not problem.exists():
        given = problem_of(prepare(compile_puzzle(puzzle), question)[0].instance)
        if given is None:
            return about | {"status": "refused", "why": "not a plain exact cover"}
        problem.write_text(json.dumps(given))
    asked = question if question in ("first", "rate") else "count"
    seconds = entry.limit if question == "rate" else entry.peer_limit
    command = [str(peer.python), str(peer.path), str(problem), asked, str(seconds), str(seed)]
    return about | execute(command, seconds + GRACE)


def run_process(process: Process, judge: Judge) -> Iterator[dict[str, Any]]:
    """The lines of whole programs, one after the other in turns, after a first time that does not count."""
    for repetition in range(-1 if process.repeat > 1 else 0, process.repeat):
        for label, command in process.commands.items():
            found = execute([word.format(python=sys.executable) for word in command], process.limit, whole=True)
            last = label == list(process.commands)[-1]
            if found["status"] == ANSWERED and last and process.says not in found["said"]:
                found["status"] = "wrong"
                judge.wrong.append(f"{process.name}: {label} does not say {process.says!r} but {found['said']!r}")
                console.print(f"WRONG ANSWER: {judge.wrong[-1]}", style="bold red")
            found |= {"answer": process.found} if last and process.found else {}
            if repetition >= 0:
                yield {"entry": process.name, "contender": label, "repetition": repetition, **found}


def run_suite(suite: Suite, judge: Judge) -> Iterator[dict[str, Any]]:
    """All lines, each as soon as it is known."""
    yield {"machine": describe()}
    yardsticks: list[dict[str, Any]] = []
    for entry in suite.entry:
        shared = [line for line in yardsticks if line["entry"] == entry.plain]
        yield from (line | {"entry": entry.name} for line in shared)
        for line in run_entry(entry, judge):
            yardsticks += [line] if line["contender"] == PLAIN else []
            yield line
    for process in suite.process:
        yield from run_process(process, judge)


def chosen(suite: Suite, arguments: argparse.Namespace) -> Suite:
    """The entries that are asked for."""
    from msgspec.structs import replace

    names = [one.name for one in (*suite.entry, *suite.process)]
    if unknown := set(arguments.entry) - set(names):
        sys.exit(f"no entry is named {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    entry = [e for e in suite.entry if not arguments.entry or e.name in arguments.entry]
    if not arguments.peers:
        entry = [replace(e, peers=()) for e in entry]
    if arguments.repeat:
        entry = [replace(e, repeat=arguments.repeat) for e in entry]
    return replace(
        suite,
        entry=tuple(entry),
        process=tuple(p for p in suite.process if not arguments.entry or p.name in arguments.entry),
    )


def main() -> int:
    """Run what is asked for; 1 where an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("entry", nargs="*", help="entries by name (default: all)")
    parser.add_argument("--suite", type=Path, default=HERE / "suite.toml", help="another suite")
    parser.add_argument("--output", type=Path, help="write the lines to this file, too")
    parser.add_argument("--repeat", type=int, help="repetitions, in place of the entries' own")
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="tilemodel's own contenders only")
    parser.add_argument("--page", action="store_true", help="write docs/benchmarks.md")
    arguments = parser.parse_args()
    suite, judge, lines = chosen(read_suite(arguments.suite), arguments), Judge(), []
    if arguments.output:
        arguments.output.parent.mkdir(parents=True, exist_ok=True)
        arguments.output.write_text("")
    for line in run_suite(suite, judge):
        lines.append(line)
        text = json.dumps(line)
        print(text, flush=True)
        if arguments.output:
            with arguments.output.open("a") as file:
                file.write(text + "\n")
        if line.get("status", ANSWERED) != ANSWERED:
            console.print(f"{line['entry']}: {line['contender']}: {line['status']} ({line.get('why', '')})")
    if arguments.page:
        from report import write_page

        write_page(Results(lines), suite)
    for wrong in judge.wrong:
        console.print(f"WRONG ANSWER: {wrong}", style="bold red")
    return 1 if judge.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""One run of tilemodel in a process of its own: ``worker.py '{"model": ..., "ask": ..., "backend": ...}'``.

Prints one JSON object. Compiling is timed apart from solving, and so is finding the symmetry where a question is about
options that are broken by it beforehand. Importing packages is neither: a tiny puzzle is asked the same question first.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from tilemodel import Board, Piece, Puzzle, backends
from tilemodel.backends.search import Limits, Outcome
from tilemodel.choice import choose
from tilemodel.compiler import Compilation, compile_puzzle
from tilemodel.driver import ask
from tilemodel.errors import BackendError
from tilemodel.formats.shipped import load
from tilemodel.symmetry import OrbitFilter, symmetry_group

TINY = Puzzle(Board.box(1, 5), (Piece.draw("I", "###"), Piece.draw("D", "##")))


def user_seconds() -> float:
    """User CPU of this process and of those that it has seen end."""
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


@contextmanager
def timed(into: dict[str, float], prefix: str = "") -> Iterator[None]:
    """Adds ``user`` and ``wall`` seconds."""
    user, wall = user_seconds(), time.perf_counter()
    yield
    into[prefix + "user"], into[prefix + "wall"] = user_seconds() - user, time.perf_counter() - wall


@dataclass(frozen=True)
class Answer:
    """What came out, with which backend and how many nodes."""

    outcome: Outcome
    nodes: int
    used: str


def prepare(compilation: Compilation, question: str) -> tuple[Compilation, OrbitFilter | None]:
    """What is searched: where one of each is asked, one piece lies only at the first of the places alike."""
    if question not in ("one-each", "list-inside"):
        return compilation, None
    filtered = OrbitFilter(compilation.instance, symmetry_group(compilation))
    return replace(compilation, instance=filtered.instance), filtered


def answer(
    compilation: Compilation,
    filtered: OrbitFilter | None,
    question: str,
    settings: dict[str, Any],
    limit: float | None,
) -> Answer:
    """Ask to the end, or for so many seconds."""
    if filtered and question == "list-inside":
        return list_inside(filtered, settings)
    counting = question in ("count", "distinct", "one-each")
    with ask(
        compilation,
        question="count" if counting else "solve",
        distinct=question.endswith("distinct"),
        limit=1 if question == "first" else None,
        time_limit=limit,
        **settings,
    ) as run:
        if counting:
            run.count()
        elif question == "first":
            list(run)
        else:
            for _ in run.batches():
                pass
    return Answer(run.outcome, run.statistics.nodes, run.backend)


def list_inside(filtered: OrbitFilter, settings: dict[str, Any]) -> Answer:
    """Every arrangement up to symmetry as the arrays of an engine, not checked, not decoded."""
    stage, *_ = choose(filtered.instance, **settings)
    with stage.search(filtered.instance, Limits()) as search:
        found = sum(int(filtered.mask(*batch).sum()) for batch in search.batches())
    return Answer(Outcome(found, search.outcome.stop), search.statistics.nodes, stage.backend)


def driver_settings(wanted: dict[str, Any]) -> dict[str, Any]:
    """The keywords of the driver; ``plain`` is an option of its backend."""
    settings = {key: wanted[key] for key in ("backend", "workers", "seed") if key in wanted}
    if wanted.get("plain"):
        settings["options"] = backends.get("anchor").Options(plain=True)
    return settings


def measure(wanted: dict[str, Any]) -> dict[str, Any]:
    """The line of one run."""
    settings, question = driver_settings(wanted), wanted["ask"]
    puzzle = load(wanted["model"])
    line: dict[str, Any] = {}
    with timed(line, "compile_"):
        compilation = compile_puzzle(puzzle)
    line["fingerprint"] = compilation.instance.fingerprint
    with timed(line, "symmetry_"):
        prepared = prepare(compilation, question)
    with suppress(BackendError):
        answer(*prepare(compile_puzzle(TINY), question), question, settings, 10.0)
    try:
        with timed(line):
            found = answer(*prepared, question, settings, wanted["limit"])
    except BackendError as error:
        return line | {"status": "refused", "why": str(error)}
    outcome, stop = found.outcome, found.outcome.stop
    line |= {"used": found.used, "answer": outcome.found, "nodes": found.nodes}
    done = outcome.complete or question == "rate" or (question == "first" and outcome.found)
    return line | ({"status": "answered"} if done else {"status": "limit", "why": stop.value if stop else "stopped"})


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[1]))))

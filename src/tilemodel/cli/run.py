"""A long count, or enumeration, that can be killed at any moment and gone on with by the same command."""

from __future__ import annotations

import argparse
import json
import re
import time
from typing import TYPE_CHECKING, Any

from tilemodel.cli import options, status
from tilemodel.cli.interrupt import Interruption
from tilemodel.cli.output import Output, note
from tilemodel.cli.parser import seconds, whole_number
from tilemodel.cli.progress import Progress
from tilemodel.errors import UsageError
from tilemodel.limits import SLICE_SECONDS

if TYPE_CHECKING:
    from tilemodel.runs.crew import Executor
    from tilemodel.runs.longrun import LongRun


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``run``."""
    options.add_model(parser)
    parser.add_argument("--journal", required=True, metavar="FILE", help="where it is written down; goes on from there")
    parser.add_argument("--keep", action="store_true", help="keep every arrangement in the journal, not only count")
    options.add_search(parser)
    group = parser.add_argument_group("dividing the work")
    group.add_argument("--shard", type=_shard, default=(1, 1), metavar="I/N", help="do the I-th of N shares only")
    group.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler (tcp://host:8786), or 'local'")
    group.add_argument("--parts", type=whole_number(1, 1_000_000), metavar="N", help="sub-instances to begin with")
    group.add_argument(
        "--slice", type=seconds, default=SLICE_SECONDS, metavar="SECONDS", help="divide what takes longer (%(default)g)"
    )
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Run or go on; the exit status."""
    from tilemodel.compiler import compile_puzzle
    from tilemodel.runs.journal import Journal
    from tilemodel.runs.longrun import LongRun, Shard
    from tilemodel.runs.question import Question

    settings = options.search_settings(arguments)
    if arguments.ordered or arguments.seed is not None:
        raise UsageError("--ordered and --seed have no meaning for run: its parts are done in any order")
    started = time.monotonic()
    puzzle = options.load_puzzle(arguments)
    interruption = Interruption()
    with Output(arguments.output) as output, Journal(arguments.journal) as journal:
        question = Question(
            compile_puzzle(puzzle),
            backend=arguments.backend,
            options=settings["options"],
            distinct=arguments.distinct,
            listing=arguments.keep,
        )
        shard = Shard(*arguments.shard)
        long = LongRun(question, journal, shard=shard, parts=arguments.parts, slice_seconds=arguments.slice)
        with interruption:
            interruption.watch(long)
            if arguments.verbose:
                done, tasks = long.task_counts
                known = f"{tasks:,} sub-instances, {done:,} of them in the journal already"
                note(f"backend {long.question.engines}; {known}")
            with Progress(long, enabled=not arguments.quiet):
                planned = time.monotonic() - started
                left = None if arguments.time_limit is None else max(arguments.time_limit - planned, 0)
                long.run(_executor(long, arguments), left)
        if arguments.format == "json":
            output.write(json.dumps(_as_data(puzzle.name, long)) + "\n")
        else:
            output.write(_answer(long) + "\n")
    if not arguments.quiet:
        for line in _remarks(long, interruption.happened):
            note(line)
    if long.outcome.complete:
        return status.ANSWERED
    return status.INTERRUPTED if interruption.happened else status.CUT_SHORT


def _executor(long: LongRun, arguments: argparse.Namespace) -> Executor:
    """Who does the work."""
    if arguments.cluster is not None:
        from tilemodel.runs.cluster import Cluster

        return Cluster(long.question, arguments.cluster, arguments.workers)
    from tilemodel.runs.crew import Crew

    return Crew(long.question, arguments.workers or 1)


def _shard(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"I/N with I from 1 to N, such as 2/5, not {text!r}")
    return int(match[1]), int(match[2])


def _as_data(model: str, long: LongRun) -> dict[str, Any]:
    done, tasks = long.task_counts
    work = long.statistics
    return {
        "model": model,
        "backend": long.question.engines,
        "count": long.found,
        "complete": long.is_whole,
        "distinct": long.question.distinct,
        "resumed": long.resumed,
        "shard": str(long.shard),
        "shard_complete": long.outcome.complete,
        "statistics": {"tasks": tasks, "done": done, "given_up": len(long.given_up()), "nodes": work.nodes},
    }


def _answer(long: LongRun) -> str:
    """The number, which is never taken for a count where it is only a part of one."""
    if long.is_whole:
        return f"{long.found}"
    if long.outcome.complete:
        return f"shard {long.shard}: " + (f"{long.found:,} found" if long.question.is_sum else "done")
    return f"at least {long.found}" if long.question.is_sum else "not known yet"


def _remarks(long: LongRun, interrupted: bool) -> list[str]:
    done, tasks = long.task_counts
    lines = [
        f"sub-instance {entry.key} was given up after its worker ended again and again ({entry.note}); "
        "the same command tries it anew"
        for entry in long.given_up()
    ]
    if not long.outcome.complete:
        why = "interrupted" if interrupted else long.outcome.stop.value if long.outcome.stop else "not ended"
        lines.append(f"stopped ({why}) with {done:,} of {tasks:,} sub-instances done; the same command goes on")
    elif not long.is_whole:
        lines.append(f"{done:,} sub-instances done; tilemodel merge adds the shards up")
    elif long.resumed:
        lines.append(f"{tasks:,} sub-instances, {long.resumed:,} of them from the journal")
    return lines

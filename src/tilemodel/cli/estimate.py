"""About how many arrangements there are, and how long counting them would take, without counting."""

from __future__ import annotations

import argparse
import json
import math
import os

from tilemodel.cli import options, status
from tilemodel.cli.interrupt import Interruption
from tilemodel.cli.magnitude import duration, magnitude, whole
from tilemodel.cli.output import Output, note
from tilemodel.cli.parser import fraction, whole_number
from tilemodel.estimate import LARGEST_POPULATION, Estimate
from tilemodel.limits import ESTIMATE_SECONDS
from tilemodel.prospect import Prospect


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``estimate``."""
    options.add_model(parser)
    group = parser.add_argument_group("sampling")
    group.add_argument("--replicates", type=whole_number(2, 100_000), default=20, metavar="N", help="(default: 20)")
    group.add_argument("--confidence", type=fraction, default=0.95, metavar="P", help="of the interval (default: 0.95)")
    group.add_argument(
        "--precision", type=fraction, default=0.03, metavar="P", help="half the interval's width, relative (0.03)"
    )
    group.add_argument(
        "--population",
        type=whole_number(1, LARGEST_POPULATION),
        metavar="N",
        help="partial arrangements carried at once; with --seed, makes an estimate again",
    )
    group.add_argument("--seed", type=whole_number(0), default=0, metavar="N", help="of the random numbers")
    group.add_argument(
        "--workers",
        type=whole_number(1, 1024),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many sample together (%(default)d here: one for each core)",
    )
    options.add_time_limit(group)  # type: ignore[arg-type]
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Estimate and print; the exit status."""
    from tilemodel.compiler import compile_puzzle
    from tilemodel.estimate import estimate
    from tilemodel.prospect import prospects

    seconds = arguments.time_limit or ESTIMATE_SECONDS
    interruption = Interruption()
    with Output(arguments.output) as output, interruption:
        compilation = compile_puzzle(options.load_puzzle(arguments))
        about = estimate(
            compilation,
            replicates=arguments.replicates,
            confidence=arguments.confidence,
            precision=arguments.precision,
            population=arguments.population,
            seed=arguments.seed,
            seconds=seconds,
            workers=arguments.workers,
            watch=interruption.watch,
        )
        if about is None:
            note("interrupted before there was an estimate")
            return status.INTERRUPTED
        ahead = [] if interruption.happened else prospects(compilation, about, workers=arguments.workers)
        if arguments.format == "json":
            output.write(json.dumps(_as_data(compilation.puzzle.name, about, ahead), ensure_ascii=False) + "\n")
        else:
            output.write("\n".join(_lines(about, ahead)) + "\n")
    return status.INTERRUPTED if interruption.happened else status.ANSWERED


def _as_data(model: str, about: Estimate, ahead: list[Prospect]) -> dict:
    return {
        "model": model,
        "estimate": whole(about.log_estimate),
        "interval": [whole(end) for end in about.log_interval],
        "confidence": about.confidence,
        "replicates": about.replicates,
        "nodes": whole(about.log_nodes),
        "exact": about.exact,
        "reliable": about.reliable,
        "population": about.population,
        "seed": about.seed,
        "engines": [
            {
                "engine": prospect.engine,
                "nodes": whole(prospect.log_nodes),
                "seconds": math.exp(min(prospect.log_seconds, 700.0)),
                "finished": prospect.finished,
                "bytes": prospect.bytes,
                "guess": prospect.guess,
            }
            for prospect in ahead
        ],
    }


def _lines(about: Estimate, ahead: list[Prospect]) -> list[str]:
    if about.exact:
        lines = [f"{magnitude(about.log_estimate)} arrangements (exact: nothing had to be sampled)"]
    else:
        low, high = about.log_interval
        lines = [
            f"about {magnitude(about.log_estimate)} arrangements "
            f"({about.confidence:.0%}: {magnitude(low)} to {magnitude(high)})"
        ]
        if not about.reliable:
            lines.append("a rough guess: some samples met no arrangement at all; raise --time-limit or --population")
    how = f"{about.replicates} replicates of {about.population:,} states, seed {about.seed}"
    lines.append(f"search tree: about {magnitude(about.log_nodes)} nodes ({how})")
    return lines + [_prospect_line(prospect) for prospect in ahead]


def _prospect_line(prospect: Prospect) -> str:
    took = duration(prospect.log_seconds)
    if prospect.finished:
        return f"count with {prospect.engine}: done in {took}"
    details = [f"{magnitude(prospect.log_nodes)} {'states' if prospect.bytes else 'nodes'}"]
    if prospect.bytes:
        details.append(f"{prospect.bytes / 2**20:,.0f} MB")
    if prospect.guess:
        details.append("a rough guess")
    return f"count with {prospect.engine}: about {took} ({', '.join(details)})"

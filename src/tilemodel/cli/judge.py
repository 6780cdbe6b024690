"""``check MODEL --solutions FILE``: each solution judged from the model alone, without any solver."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from typing import Any

from tilemodel.checker import check_solution
from tilemodel.cli import options, status
from tilemodel.cli.output import Output
from tilemodel.cli.stored import solutions_of
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution


def judge_file(arguments: argparse.Namespace) -> int:
    """Judge every solution of the file; the exit status."""
    puzzle = options.load_puzzle(arguments, arguments.models[0])
    with Output(arguments.output) as output:
        tally = {"solutions": 0, "invalid": 0, "duplicates": 0}
        problems: list[dict[str, Any]] = []
        for number, found, is_double in _judge(puzzle, arguments.solutions):
            tally["solutions"] += 1
            tally["duplicates" if is_double else "invalid"] += bool(found)
            if found and arguments.format == "text":
                output.write(f"solution {number}: {'; '.join(found)}\n")
            elif found:
                problems.append({"solution": number, "problems": found})
        if arguments.format == "json":
            output.write(json.dumps({"model": puzzle.name, **tally, "problems": problems}, indent=1) + "\n")
        else:
            good = tally["solutions"] - tally["invalid"] - tally["duplicates"]
            output.write(f"{good:,} valid, {tally['invalid']:,} invalid, {tally['duplicates']:,} duplicates\n")
    return status.NO if tally["invalid"] or tally["duplicates"] else status.ANSWERED


def _judge(puzzle: Puzzle, path: str) -> Iterator[tuple[int, list[str], bool]]:
    """For each solution its number, what is wrong with it, and whether that is being there already."""
    first_seen: dict[bytes, int] = {}
    for number, solution in enumerate(solutions_of(path, puzzle), 1):
        if problems := check_solution(puzzle, solution):
            yield number, problems, False
            continue
        first = first_seen.setdefault(_digest(solution), number)
        yield number, [] if first == number else [f"the same arrangement as solution {first}"], first != number


def _digest(solution: Solution) -> bytes:
    """Sixteen bytes that stand for a solution, so that millions of them fit in memory."""
    return hashlib.blake2b(repr(solution.placements).encode(), digest_size=16).digest()

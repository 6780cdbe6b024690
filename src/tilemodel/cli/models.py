"""The models that come with tilemodel."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tilemodel.cli import options, status
from tilemodel.cli.output import Output
from tilemodel.cli.table import table
from tilemodel.cli.words import describe_board, describe_pieces
from tilemodel.formats.model import read_model
from tilemodel.formats.shipped import shipped_models
from tilemodel.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``models``."""
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """List them; the exit status."""
    with Output(arguments.output) as output:
        entries = [_entry(read_model(path), path.parent.name) for path in shipped_models().values()]
        if arguments.format == "json":
            output.write(json.dumps(entries, indent=1) + "\n")
        else:
            rows = [("name", "board", "pieces", "known", "title")]
            rows += [(e["name"], e["board"], e["pieces"], _known(e["expect"]), e["title"]) for e in entries]
            output.write(table(rows) + "\n")
    return status.ANSWERED


def _entry(puzzle: Puzzle, family: str) -> dict[str, Any]:
    expect = {key: getattr(puzzle.expect, key) for key in ("solutions", "distinct", "solvable", "best")}
    return {
        "name": puzzle.name,
        "family": family,
        "title": puzzle.title,
        "lattice": puzzle.lattice.name,
        "board": describe_board(puzzle),
        "cells": len(puzzle.board.cells),
        "pieces": describe_pieces(puzzle),
        "expect": {key: value for key, value in expect.items() if value is not None},
    }


def _known(expect: dict[str, Any]) -> str:
    """``4,331,140 (1,082,785 distinct)``"""
    words = []
    if "solutions" in expect:
        words.append(f"{expect['solutions']:,}")
    if "distinct" in expect:
        words.append(f"{expect['distinct']:,} distinct")
    if "best" in expect:
        words.append(f"best {expect['best']:,}")
    if "solvable" in expect and not words:
        words.append("solvable" if expect["solvable"] else "no arrangement")
    return ", ".join(words)

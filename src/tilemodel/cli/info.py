"""What is known about a puzzle before any search: pieces, placements, symmetry, areas and colours."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import Any

from tilemodel import backends
from tilemodel.cli import options, status
from tilemodel.cli.output import Output
from tilemodel.cli.table import table
from tilemodel.cli.words import describe_board
from tilemodel.compiler import Compilation, compile_puzzle
from tilemodel.insight import findings
from tilemodel.symmetry import symmetry_group


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``info``."""
    options.add_model(parser)
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print what is known; the exit status."""
    puzzle = options.load_puzzle(arguments)
    with Output(arguments.output) as output:
        facts = _facts(compile_puzzle(puzzle))
        output.write(json.dumps(facts, indent=1) + "\n" if arguments.format == "json" else _text(facts))
    return status.ANSWERED


def _facts(compilation: Compilation) -> dict[str, Any]:
    puzzle, placements, instance = compilation.puzzle, compilation.placements, compilation.instance
    ways = Counter(placements.piece)
    found = findings(compilation)
    return {
        "model": puzzle.name,
        "title": puzzle.title,
        "source": puzzle.source,
        "lattice": puzzle.lattice.name,
        "board": describe_board(puzzle),
        "cells": len(puzzle.board.cells),
        "optional_cells": len(puzzle.board.optional),
        "pieces": [
            {
                "name": piece.name,
                "size": piece.size,
                "count": {"min": piece.minimum, "max": piece.maximum},
                "orientations": len(shapes),
                "placements": ways[p],
            }
            for p, (piece, shapes) in enumerate(zip(puzzle.pieces, puzzle.orientations, strict=True))
        ],
        "orientations": len({shape for shapes in puzzle.orientations for shape in shapes}),
        "placements": len(placements),
        "options": instance.option_count,
        "items": len(instance.items),
        "rows": len(instance.rows),
        "objective": instance.goal is not None,
        "symmetries": len(symmetry_group(compilation)),
        "expect": {
            key: value
            for key in ("solutions", "distinct", "solvable", "best", "source")
            if (value := getattr(puzzle.expect, key)) not in (None, "")
        },
        "findings": [{"kind": f.kind, "text": f.text, "proves_impossible": f.proves_impossible} for f in found],
        "backends": [_judgement(name, compilation) for name in backends.names()],
    }


def _judgement(name: str, compilation: Compilation) -> dict[str, Any]:
    """Whether a backend can run here and take this puzzle."""
    backend = backends.get(name)
    missing = backend.availability()
    return {"name": name, "available": missing is None, "objections": backend.objections(compilation.instance)}


def _text(facts: dict[str, Any]) -> str:
    heading = f"{facts['model']}: {facts['title']}" if facts["title"] else facts["model"]
    pieces = facts["pieces"]
    rows = [("piece", "size", "count", "orientations", "placements")]
    rows += [(p["name"], p["size"], _count(p["count"]), p["orientations"], p["placements"]) for p in pieces]
    summary = [
        ("board", facts["board"]),
        ("pieces", f"{len(pieces)}, in {facts['orientations']:,} orientations, {facts['placements']:,} placements"),
        ("matrix", f"{facts['options']:,} options, {facts['items']:,} items, {facts['rows']:,} rows"),
        ("symmetries", f"{facts['symmetries']} (the order of the puzzle's group, the identity included)"),
    ]
    if facts["expect"]:
        known = [f"{key} {_show(value)}" for key, value in facts["expect"].items() if key != "source"]
        summary.append(("expected", ", ".join(known)))
    lines = [heading, "", table(summary), "", table(rows, right=(1, 2, 3, 4)), "", "known before any search:"]
    lines += [f"  {f['text']}" for f in facts["findings"]]
    if any(f["proves_impossible"] for f in facts["findings"]):
        lines.append("  so no arrangement exists")
    lines += ["", "backends:", table([(b["name"], _verdict(b)) for b in facts["backends"]], indent="  ")]
    return "\n".join(lines) + "\n"


def _count(count: dict[str, int | None]) -> str:
    least, most = count["min"], count["max"]
    return f"{least}" if least == most else f"{least} or more" if most is None else f"{least} to {most}"


def _show(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else f"{value:,}"


def _verdict(judgement: dict[str, Any]) -> str:
    if judgement["objections"]:
        return f"cannot take {'; '.join(judgement['objections'])}"
    return "can take it" if judgement["available"] else "could take it, but is not installed"

"""``tilemodel explain``: why a puzzle has no arrangement."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilemodel.cli import options, status
from tilemodel.cli.output import Output
from tilemodel.errors import UsageError

if TYPE_CHECKING:
    from tilemodel.colouring import Colouring
    from tilemodel.compiler import Compilation
    from tilemodel.reasons import Contradiction, Reason


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    options.add_model(parser)
    parser.add_argument("--proof", metavar="FILE", help="write a DRUP proof there, and the formula to FILE.cnf")
    options.add_time_limit(parser)
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Explain, and return the exit status."""
    from tilemodel.compiler import compile_puzzle
    from tilemodel.reasons import find_reason, has_arrangement

    path = _place_of_proof(arguments.proof) if arguments.proof else None
    seconds_left = _clock(arguments.time_limit)
    with Output(arguments.output) as out:
        compilation = compile_puzzle(options.load_puzzle(arguments))
        reason = find_reason(compilation, seconds_left())
        solvable = False if reason else has_arrangement(compilation, seconds_left())
        proof = _write_proof(compilation, path, seconds_left()) if path and solvable is not True else None
        if arguments.format == "json":
            answer: dict[str, Any] = {"model": compilation.puzzle.name, "solvable": solvable}
            answer |= _as_data(compilation, reason) if reason else {}
            answer |= {"proof": proof} if arguments.proof else {}
            out.write(json.dumps(answer, ensure_ascii=False) + "\n")
        else:
            lines = _lines(compilation, reason, solvable)
            if proof:
                lines.append(f"proof: {proof[1]} (DRUP) for the formula {proof[0]}")
            elif arguments.proof and not solvable:
                lines.append("no proof was written: the SAT solver did not refute the puzzle in time")
            out.write("\n".join(lines) + "\n")
    return status.NO if solvable else status.CUT_SHORT if solvable is None else status.ANSWERED


def _clock(limit: float | None) -> Callable[[], float | None]:
    """The seconds that are left of a time limit, whenever it is asked (a moment, when it is over)."""
    started = time.monotonic()
    return lambda: None if limit is None else max(started + limit - time.monotonic(), 0.001)


def _place_of_proof(name: str) -> Path:
    """The file to write the proof to; raises UsageError where that cannot be."""
    path = Path(name)
    if path.is_dir() or not os.access(path.resolve().parent, os.W_OK):
        raise UsageError(f"--proof: {path} cannot be written; name a file in a folder that can")
    return path


def _write_proof(compilation: Compilation, path: Path, seconds: float | None) -> list[str] | None:
    """The files written, or None where the solver did not refute the puzzle in time."""
    from tilemodel.backends.refutation import write_proof

    formula = write_proof(compilation.instance, path, seconds)
    return [str(formula), str(path)] if formula else None


def _as_data(compilation: Compilation, reason: Reason) -> dict[str, Any]:
    if reason.finding:
        return {"reason": reason.finding.kind, "text": reason.finding.text}
    if reason.colouring:
        items = compilation.instance.items
        proof = reason.colouring
        weights = [[items[i].kind.value, items[i].name, weight] for i, weight in sorted(proof.weights.items())]
        return {"reason": "colouring", "modulus": proof.modulus, "total": proof.total, "weights": weights}
    found = reason.contradiction
    assert found
    demands = {"cells": found.cells, "pieces": found.pieces, "constraints": found.rules}
    return {"reason": "core", "minimal": found.minimal, **demands}


def _lines(compilation: Compilation, reason: Reason | None, solvable: bool | None) -> list[str]:
    if solvable:
        return ["the puzzle has an arrangement; tilemodel solve shows it"]
    if reason is None:
        # Refuted by a search, but no core was found in time; or nothing is known.
        known = "no arrangement exists (proved by a search; no simpler reason was found in time)"
        return [known if solvable is False else "not known: neither an arrangement nor a reason was found in time"]
    if reason.finding:
        return [f"no arrangement exists ({reason.finding.kind}): {reason.finding.text}"]
    if reason.colouring:
        return _colouring_lines(compilation, reason.colouring)
    assert reason.contradiction
    return _contradiction_lines(compilation, reason.contradiction)


def _colouring_lines(compilation: Compilation, colouring: Colouring) -> list[str]:
    from tilemodel.instance import ItemKind
    from tilemodel.render.numbers import draw_on_cells

    items = compilation.instance.items
    weights = {items[i].name: weight for i, weight in colouring.weights.items() if items[i].kind is ItemKind.CELL}
    cells = {cell: weights.get(",".join(map(str, cell)), 0) for cell in compilation.puzzle.board.cells}
    pieces = [(items[i].name, w) for i, w in sorted(colouring.weights.items()) if items[i].kind is ItemKind.PIECE]
    modulo = f" modulo {colouring.modulus}" if colouring.modulus else ""
    lines = [
        "no arrangement exists: a colouring proves it. Give the cells these numbers",
        draw_on_cells(compilation.puzzle, cells),
    ]
    if pieces:
        lines.append("and the pieces these: " + ", ".join(f"{name} {weight}" for name, weight in pieces))
    images = ""
    if len(compilation.instance.placements) > compilation.instance.option_count:
        images = ", with its images under the symmetry that is asked for,"
    included = ", its piece's number included" if pieces else ""
    lines.append(f"Every placement{images} adds up to 0{modulo}{included};")
    remainder = f", which is {colouring.total % colouring.modulus}{modulo}" if colouring.modulus else ""
    lines.append(f"all that must be covered{' and used' if pieces else ''} adds up to {colouring.total}{remainder}.")
    return lines


def _contradiction_lines(compilation: Compilation, found: Contradiction) -> list[str]:
    from tilemodel.render.numbers import draw_on_cells

    board = compilation.puzzle.board
    marks = {cell: "#" if cell in found.cells else "." for cell in board.cells}
    demands = []
    if len(found.cells) == len(board.cells):
        demands.append("each cell is covered")
    elif found.cells:
        demands.append("these cells are covered:\n" + draw_on_cells(compilation.puzzle, marks))
    if found.pieces:
        demands.append("the pieces are used: " + ", ".join(found.pieces))
    if found.rules:
        demands.append("the constraints hold: " + ", ".join(found.rules))
    doubt = "" if found.minimal else " (perhaps not all of them are needed)"
    lines = ["no arrangement exists: these demands cannot be met together" + doubt, *demands]
    if found.minimal and len(found.cells) + len(found.pieces) + len(found.rules) > 1:
        lines.append("Without any one of them, the others can be met.")
    return lines

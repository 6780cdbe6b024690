"""A puzzle and its arrangements as plain data for the page: every cell and every placement is written once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tilemodel.errors import UsageError
from tilemodel.lattice import Cell, Lattice
from tilemodel.puzzle import Puzzle
from tilemodel.render.colors import Color, to_hex
from tilemodel.render.palette import PieceColors
from tilemodel.render.solids import slides_of, solids_of
from tilemodel.render.space import Place, axes_of
from tilemodel.render.vision import DIFFERENT, difference
from tilemodel.solution import Solution

FARTHEST = 10_000
"""How far two cells of a board may be apart along an axis, in the units of the embedding."""


def scene_data(puzzle: Puzzle, solutions: Sequence[Solution]) -> dict[str, Any]:
    """Plain data, to be written as JSON.

    A placement is ``[piece, cell, cell, ...]`` and an arrangement a list of placements, all numbers into the lists of
    pieces, cells and placements. Raises UsageError for a board that no picture could show.
    """
    lattice, cells = puzzle.lattice, puzzle.board.cells
    sites = [lattice.embed(cell) for cell in cells]
    for axis in zip(*sites, strict=True):
        if max(axis) - min(axis) > FARTHEST:
            raise UsageError(f"two cells of the board are more than {FARTHEST:,} apart; no picture could show them")
    placements, arrangements = _numbered(puzzle, solutions)
    return {
        "title": puzzle.title or puzzle.name or "A puzzle",
        "model": puzzle.name,
        "flat": lattice.flat,
        "space": _space_data(lattice) | {"radius": 0.5 if puzzle.balls else None},
        "cells": [c for cell in cells for c in cell],
        "cellLength": lattice.dimension,
        "sites": None if sites == list(cells) else [v for site in sites for v in site],
        "classes": None if len(lattice.classes) == 1 else [lattice.cell_class(site) for site in sites],
        **_color_data(puzzle, PieceColors(puzzle, solutions)),
        "placements": placements,
        "solutions": arrangements,
    }


def _numbered(puzzle: Puzzle, solutions: Sequence[Solution]) -> tuple[list[list[int]], list[list[int]]]:
    """The different placements, and the arrangements as numbers of them."""
    piece, cell = {p.name: n for n, p in enumerate(puzzle.pieces)}, puzzle.board.index
    number: dict[tuple[str, tuple[Cell, ...]], int] = {}
    arrangements = [[number.setdefault(placed, len(number)) for placed in s.placements] for s in solutions]
    return [[piece[name], *(cell[c] for c in cells)] for name, cells in number], arrangements


def _space_data(lattice: Lattice) -> dict[str, Any]:
    return {
        "axes": [_upright(axis) for axis in axes_of(lattice)],
        "steps": lattice.steps,
        "solids": [
            {
                "vertices": [_upright(vertex) for vertex in solid.vertices],
                "faces": [{"corners": face.corners, "step": face.step} for face in solid.faces],
            }
            for solid in solids_of(lattice)
        ],
        "slides": [{"way": _upright(s.way), "step": s.step, "heldBy": s.held_by} for s in slides_of(lattice)],
    }


def _upright(place: Place) -> Place:
    """The same in the frame of graphics libraries: y up, z towards the viewer."""
    x, y, z = place
    return x, z, -y


def _color_data(puzzle: Puzzle, colors: PieceColors) -> dict[str, Any]:
    """The pieces with the colours that they may have, and which colours look alike.

    The page chooses among them, since it colours arrangements that it reads from files, too.
    """
    choices = {p.name: [colors.pieces[p.name]] if p.maximum == 1 else colors.choices(p.name) for p in puzzle.pieces}
    number: dict[Color, int] = {}
    pieces = [
        {"name": p.name, "size": p.size, "colors": [number.setdefault(c, len(number)) for c in choices[p.name]]}
        for p in puzzle.pieces
    ]
    several = {color for mine in choices.values() if len(mine) > 1 for color in mine}
    alike = [
        [number[a], number[b]]
        for a, b in combinations(number, 2)
        if (a in several or b in several) and difference(a, b) < DIFFERENT
    ]
    return {"pieces": pieces, "colors": [to_hex(c) for c in number], "alike": alike, "spread": colors.spread}

"""A whole puzzle turned or mirrored: board, pieces, labels and rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tilemodel.constraints import Symmetric
from tilemodel.constraints.base import Constraint
from tilemodel.constraints.zones import zones
from tilemodel.lattice import Cell, Lattice, Matrix, multiply, transform
from tilemodel.puzzle import Board, Puzzle


def moved(puzzle: Puzzle, matrix: Matrix) -> Puzzle:
    """The puzzle that one sees after the linear motion: whatever is asked of it, the answer is the same number."""
    lattice = puzzle.lattice

    def move(cells: Iterable[Cell]) -> dict[Cell, Cell]:
        return {cell: lattice.unembed(transform(matrix, lattice.embed(cell))) for cell in cells}

    board = move(puzzle.board.cells)
    pieces = []
    for piece in puzzle.pieces:
        to = move(piece.cells)
        labels = {to[cell]: label for cell, label in piece.labels.items()}
        pieces.append(replace(piece, cells=tuple(to.values()), labels=labels))
    return replace(
        puzzle,
        board=Board(
            tuple(board.values()),
            labels={board[cell]: label for cell, label in puzzle.board.labels.items()},
            optional=frozenset(board[cell] for cell in puzzle.board.optional),
        ),
        pieces=tuple(pieces),
        constraints=tuple(_moved_rule(puzzle, rule, board, matrix) for rule in puzzle.constraints),
    )


def keeps_upright(lattice: Lattice, matrix: Matrix) -> bool:
    """Whether pieces that stand upright do so after the motion: it carries turns about the vertical to such turns."""
    inverse = _inverse(lattice, matrix)
    return {multiply(matrix, multiply(turn, inverse)) for turn in lattice.upright_turns} == set(lattice.upright_turns)


def _moved_rule(puzzle: Puzzle, rule: Constraint, board: dict[Cell, Cell], matrix: Matrix) -> Constraint:
    """The rule about the moved cells: zones as lists of cells, since rows become columns."""
    if isinstance(rule, Symmetric):
        lattice = puzzle.lattice
        under = multiply(matrix, multiply(rule.matrix(puzzle), _inverse(lattice, matrix)))
        return Symmetric(under)
    if getattr(rule, "cells", None) is not None:
        return replace(rule, cells=tuple(board[cell] for cell in rule.cells))
    if getattr(rule, "zone", None) is not None:
        family = zones(puzzle, rule.zone)
        return replace(rule, zone=tuple(tuple(board[cell] for cell in sorted(zone)) for zone in family))
    return rule


def _inverse(lattice: Lattice, matrix: Matrix) -> Matrix:
    return next(m for m in lattice.point_group if multiply(m, matrix) == lattice.point_group[0])

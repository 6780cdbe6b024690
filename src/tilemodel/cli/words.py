"""Puzzles in a few words."""

from __future__ import annotations

from tilemodel.puzzle import Puzzle


def describe_board(puzzle: Puzzle) -> str:
    """``5 x 11, 55 cells``; ``8 x 8 without 2, 62 cells``; ``hexagonal, 28 cells, 3 of which may stay empty``"""
    board, lattice = puzzle.board, puzzle.lattice
    number = len(board.cells)
    shape = lattice.name
    if lattice.drawable:
        sides = [max(axis) - min(axis) + 1 for axis in zip(*board.cells, strict=True)]
        shape = " x ".join(map(str, sides))
        volume = 1
        for side in sides:
            volume *= side
        if volume > number:
            shape += f" without {volume - number:,}"
    text = f"{shape}, {number:,} cell{'s' if number > 1 else ''}"
    if board.optional:
        some = "all" if len(board.optional) == number else f"{len(board.optional):,}"
        text += f", {some} of which may stay empty"
    return text


def describe_pieces(puzzle: Puzzle) -> str:
    """``12``; ``1, 16 copies``; ``2, any number of copies``"""
    kinds = len(puzzle.pieces)
    if any(piece.maximum is None for piece in puzzle.pieces):
        return f"{kinds}, any number of copies"
    least = sum(piece.minimum for piece in puzzle.pieces)
    most = sum(piece.maximum or 0 for piece in puzzle.pieces)
    if least == most:
        return f"{kinds}" if most == kinds else f"{kinds}, {most} copies"
    return f"{kinds}, {least} to {most} copies"

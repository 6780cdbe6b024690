"""Placements are generated once and become one instance."""

from __future__ import annotations

import pytest

from tilemodel.compiler import compile_puzzle, generate_placements, scan_order
from tilemodel.errors import TooLargeError
from tilemodel.instance import ItemKind
from tilemodel.lattice import CUBIC, FCC, TRIANGULAR
from tilemodel.puzzle import Board, Objective, Piece, Puzzle

IQ_FIT = {
    "G": "#.#\n###", "Y": "####\n.#..", "O": ".##\n##.\n.#.", "Pu": "#..\n##.\n.##", "R1": "####\n#...",
    "Mb": "###\n#..\n#..", "Mi": "##\n##\n#.", "K": "##..\n.###", "T": "###\n.#.", "R2": "##.\n.##",
    "Db": "###\n#..", "Lb": "##\n#.",
}  # fmt: skip


def iq_fit() -> Puzzle:
    return Puzzle(Board.box(5, 11), tuple(Piece.draw(name, text) for name, text in IQ_FIT.items()))


def test_iq_fit_has_72_orientations_2140_placements_and_67_items():
    compilation = compile_puzzle(iq_fit())
    assert sum(len(shapes) for shapes in compilation.puzzle.orientations) == 72
    assert len(compilation.placements) == compilation.instance.option_count == 2140
    assert len(compilation.instance.items) == 67
    assert compilation.instance.cell_count == 55


def test_the_w_pentomino_has_four_orientations_since_it_has_a_diagonal_mirror():
    assert len(Puzzle(Board.box(3, 3), (Piece.draw("W", "#..\n##.\n.##"),)).orientations[0]) == 4


def test_t_tetracubes_in_the_cube():
    piece = Piece.draw("T", ".#.\n###", CUBIC, minimum=54, maximum=54)
    puzzle = Puzzle(Board.box(6, 6, 6), (piece,), lattice=CUBIC)
    assert len(puzzle.orientations[0]) == 12
    assert compile_puzzle(puzzle).instance.option_count == 1440


def test_the_scan_follows_the_short_side():
    puzzle = Puzzle(Board.box(2, 3), ())
    assert [puzzle.board.cells[i] for i in scan_order(puzzle)] == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]


def test_items_are_cells_first_and_only_pieces_with_a_bound():
    pieces = (Piece.draw("D", "##", minimum=0, maximum=None), Piece.draw("M", "#", minimum=0, maximum=2))
    items = compile_puzzle(Puzzle(Board.draw("#?"), pieces)).instance.items
    assert [(i.name, i.kind, i.lo, i.hi) for i in items] == [
        ("0,0", ItemKind.CELL, 1, 1),
        ("0,1", ItemKind.CELL, 0, 1),
        ("M", ItemKind.PIECE, 0, 2),
    ]


def test_a_placement_lies_once_however_many_motions_lead_to_it():
    square = Piece.draw("O", "##\n##")
    placements = generate_placements(Puzzle(Board.box(3, 3), (square,)))
    assert len(placements) == 4
    assert placements.cells_of(0) == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_translates_do_not_wrap_around_the_board_edge():
    bar = Piece.draw("I", "###", orientations="fixed")
    placements = generate_placements(Puzzle(Board.box(2, 4), (bar,)))
    assert [placements.cells_of(k) for k in range(len(placements))] == [
        tuple((row, column + i) for i in range(3)) for row in range(2) for column in range(2)
    ]


def test_a_triangle_is_not_slid_onto_the_other_class():
    up = Piece("up", ((0, 0, 0),), orientations="fixed")
    board = Board(((0, 0, 0), (0, 0, 1), (1, 0, 0)))
    placements = generate_placements(Puzzle(board, (up,), lattice=TRIANGULAR))
    assert [placements.cells_of(k) for k in range(len(placements))] == [((0, 0, 0),), ((1, 0, 0),)]


def test_balls_keep_their_parity():
    pair = Piece("pair", ((0, 0, 0), (1, 1, 0)))
    board = Board(((0, 0, 0), (1, 1, 0), (1, 0, 1)))
    assert len(generate_placements(Puzzle(board, (pair,), lattice=FCC))) == 3


def test_far_apart_cells_cost_no_memory():
    board = Board(((0, 0), (0, 1), (10**12, 10**12)))
    assert len(generate_placements(Puzzle(board, (Piece.draw("D", "##"),)))) == 1


def test_an_objective_becomes_coefficients():
    pieces = (Piece.draw("D", "##", minimum=0, maximum=None), Piece.draw("M", "#", minimum=0, maximum=None))
    puzzle = Puzzle(Board.box(1, 2, optional=True), pieces, objective=Objective("covered"))
    assert list(compile_puzzle(puzzle).instance.goal.coefficients) == [2, 1, 1]


def test_too_many_placements_are_refused_before_they_are_made(monkeypatch):
    monkeypatch.setenv("TILEMODEL_MAX_PLACEMENTS", "2139")
    with pytest.raises(TooLargeError, match="TILEMODEL_MAX_PLACEMENTS"):
        compile_puzzle(iq_fit())

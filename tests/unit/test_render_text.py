"""Pictures of arrangements."""

import re

import pytest

import tilemodel as tm
from tilemodel.compiler import compile_puzzle
from tilemodel.errors import TooLargeError
from tilemodel.lattice import LATTICES
from tilemodel.render.letters import copy_letters, piece_letters
from tilemodel.render.plane import plane_of
from tilemodel.render.space import place_of
from tilemodel.render.terminal import ColorDepth, color_depth
from tilemodel.render.text import TextPicture

ESCAPE = re.compile(r"\x1b\[([\d;]*)m")


def arrangement(*pieces):
    return tm.Solution(tuple(tm.PlacedPiece(name, cells) for name, cells in pieces))


def square(drawing: str, **rest) -> tm.Puzzle:
    """A puzzle on a drawn board, with pieces A, B (one copy each) of a size that does not matter here."""
    pieces = (tm.Piece.draw("A", "##"), tm.Piece.draw("B", "##", **rest))
    return tm.Puzzle(tm.Board.draw(drawing), pieces)


def test_letters_empty_cells_and_no_cells():
    picture = TextPicture(square("##?\n.##"))
    solution = arrangement(("A", ((0, 0), (0, 1))), ("B", ((1, 1), (1, 2))))
    assert picture.draw(solution) == "AA.\n BB"
    assert picture.legend == ""


@pytest.mark.parametrize("cells", [((0, 0), (0, 10**9)), ((0, 0), (10**9, 0)), ((0, 0), (10**4, 10**4))])
def test_what_is_nearly_all_blanks_is_refused(cells):
    puzzle = tm.Puzzle(tm.Board(cells), (tm.Piece("A", ((0, 0),), maximum=2),))
    with pytest.raises(TooLargeError, match="another --format"):
        TextPicture(puzzle)


def test_negative_coordinates_are_drawn_from_the_corner():
    board = tm.Board(((-2, -1), (-2, 0), (-1, 0)))
    picture = TextPicture(tm.Puzzle(board, (tm.Piece("A", ((0, 0),)),)))
    assert picture.draw(arrangement(("A", ((-1, 0),)))) == "..\n A"


def test_layers_stand_side_by_side_and_wrap():
    board = tm.Board.box(3, 2, 2)
    puzzle = tm.Puzzle(board, (tm.Piece("A", ((0, 0, 0),)), tm.Piece("B", ((0, 0, 0),))), lattice=tm.CUBIC)
    solution = arrangement(("A", ((0, 0, 1),)), ("B", ((2, 1, 0),)))
    assert TextPicture(puzzle).draw(solution) == ".A  ..  ..\n..  ..  B."
    assert TextPicture(puzzle, width=6).draw(solution) == ".A  ..\n..  ..\n\n..\nB."
    assert TextPicture(puzzle, width=1).draw(solution).count("\n\n") == 2


def test_lines_tell_copies_apart():
    puzzle = tm.Puzzle(tm.Board.box(2, 2), (tm.Piece.draw("D", "##", minimum=2, maximum=2),))
    solution = arrangement(("D", ((0, 0), (1, 0))), ("D", ((0, 1), (1, 1))))
    assert TextPicture(puzzle).draw(solution).splitlines() == [
        "┌───┬───┐",
        "│ D │ D │",
        "│   │   │",
        "│ D │ D │",
        "└───┴───┘",
    ]
    assert TextPicture(puzzle, ascii_only=True).draw(solution).splitlines() == [
        "+---+---+",
        "| D | D |",
        "|   |   |",
        "| D | D |",
        "+---+---+",
    ]


def pieces_seen(puzzle: tm.Puzzle, solution: tm.Solution) -> set[tuple]:
    """What can be read off a picture: the sets of neighbouring cells with one letter."""
    lines = TextPicture(puzzle, width=1).draw(solution).split("\n")
    spot = plane_of(puzzle.lattice).spot
    spots = {cell: spot(cell) for cell in puzzle.board.cells}
    layers = sorted({s[0] for s in spots.values()})
    top, left = (min(s[i] for s in spots.values()) for i in (1, 2))
    step = max(s[1] for s in spots.values()) - top + 2  # an empty line follows a layer
    letter = {c: lines[layers.index(s[0]) * step + s[1] - top][s[2] - left] for c, s in spots.items()}
    lattice, left_over, found = puzzle.lattice, set(puzzle.board.cells), set()
    while left_over:
        group = [left_over.pop()]
        for cell in group:
            near = (lattice.unembed(v) for v in lattice.neighbours(lattice.embed(cell)))
            fresh = [c for c in near if c in left_over and letter[c] == letter[cell]]
            left_over.difference_update(fresh)
            group += fresh
        if letter[group[0]] != ".":
            found.add(tuple(sorted(group)))
    return found


@pytest.mark.parametrize(
    "name", ["lozenges-hexagon-4", "slothouber-graatsma", "tetracubes-2x2x8", "l-tricubes-3x3x3", "lonpos-pyramid"]
)
def test_where_no_lines_are_drawn_letters_tell_copies_apart(name):
    puzzle = tm.load(name)
    with tm.solve(puzzle, backend="anchor", limit=1) as run:
        (solution,) = run
    assert pieces_seen(puzzle, solution) == {placed.cells for placed in solution.placements}


def test_other_lattices():
    hexagonal = tm.Puzzle(tm.Board(((0, 0), (1, 0), (0, 1), (1, 1))), (tm.Piece("A", ((0, 0),)),), lattice=tm.HEXAGONAL)
    assert TextPicture(hexagonal).draw(arrangement(("A", ((0, 1),)))) == ". .\n A ."
    rhombus = tm.Puzzle(tm.Board(((0, 0, 0), (0, 0, 1))), (tm.Piece("A", ((0, 0, 0),)),), lattice=tm.TRIANGULAR)
    assert TextPicture(rhombus).draw(arrangement(("A", ((0, 0, 1),)))) == ".A"
    balls = ((0, 0, 0), (1, 1, 0), (1, -1, 0), (2, 0, 0), (1, 0, 1))
    pyramid = tm.Puzzle(tm.Board(balls), (tm.Piece("A", ((0, 0, 0),)),), lattice=tm.FCC)
    assert sorted(TextPicture(pyramid).draw(arrangement(("A", ((1, 0, 1),)))).replace(" ", "")) == sorted("....A\n")


@pytest.mark.parametrize("name", LATTICES)
def test_different_cells_are_drawn_in_different_places(name):
    lattice = LATTICES[name]
    cells = {lattice.classes[0]}
    for _ in range(4):
        cells |= {n for v in cells for n in lattice.neighbours(v)}
    spot = plane_of(lattice).spot
    assert len({spot(lattice.unembed(v)) for v in cells}) == len(cells)


# Letters.


def test_single_characters_are_their_own_letters():
    assert piece_letters(["S", "S'"]) != piece_letters(["S", "Z"]) == {"S": "S", "Z": "Z"}


def test_letters_come_from_the_names_and_never_twice():
    names = ["U", "Ugly", "blue", "Blue", ".", "##", "日", "blue", "B"]
    letters = piece_letters(list(dict.fromkeys(names)))
    assert len(set(letters.values())) == len(letters)
    assert letters["U"] == "U" and letters["B"] == "B" and letters["Ugly"] == "g"
    assert not set(letters.values()) & {".", " ", "日"}


def test_there_are_letters_for_hundreds_of_pieces():
    letters = piece_letters([f"piece {n}" for n in range(500)])
    assert len(set(letters.values())) == 500 and all(c.isprintable() and not c.isspace() for c in letters.values())


def test_letters_of_copies():
    assert copy_letters({"A": 1, "B": 3, "a": 2}) == {"A": "A", "B": "BbC", "a": "aD"}
    assert copy_letters({"red": 2, "X": 1}) == {"red": "rR", "X": "X"}


def test_a_legend_where_names_are_longer():
    pieces = (tm.Piece.draw("red", "#"), tm.Piece.draw("R", "#"))
    picture = TextPicture(tm.Puzzle(tm.Board.box(1, 2), pieces))
    assert picture.draw(arrangement(("red", ((0, 0),)), ("R", ((0, 1),)))) == "rR"
    assert picture.legend == "r = red"
    lozenges = TextPicture(tm.load("lozenges-hexagon-2"))
    assert lozenges.legend == "l L A B C D = lozenge"


# Colours.


def backgrounds(picture: str) -> list[str]:
    """The background of each cell, in reading order."""
    return [m.group(1).split(";38;")[0] for m in ESCAPE.finditer(picture) if m.group(1) != "0"]


def test_blocks_of_colour_have_the_colour_of_the_piece():
    puzzle = square("##?\n.##", color="#f80")
    solution = arrangement(("A", ((0, 0), (0, 1))), ("B", ((1, 1), (1, 2))))
    picture = TextPicture(puzzle, depth=ColorDepth.TRUE).draw(solution)
    assert backgrounds(picture)[2:] == ["48;2;255;136;0"] * 2
    assert ESCAPE.sub("", picture) == "A   .\n  B   "
    assert set(backgrounds(TextPicture(puzzle, depth=ColorDepth.INDEXED).draw(solution))[2:]) == {"48;5;208"}


def test_touching_copies_get_different_colours():
    puzzle = tm.load("t-tetrominoes-8x8")
    with tm.solve(puzzle, backend="anchor", limit=1) as run:
        (solution,) = run
    seen = backgrounds(TextPicture(puzzle, depth=ColorDepth.TRUE).draw(solution))
    color = dict(zip(puzzle.board.cells, seen, strict=True))
    owner = {cell: n for n, placed in enumerate(solution.placements) for cell in placed.cells}
    for row, column in puzzle.board.cells:
        for other in ((row + 1, column), (row, column + 1)):
            if other in owner:
                assert (color[row, column] == color[other]) == (owner[row, column] == owner[other])


@pytest.mark.parametrize(
    "is_terminal, environ, depth",
    [
        (True, {"TERM": "xterm-256color"}, ColorDepth.INDEXED),
        (True, {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColorDepth.TRUE),
        (True, {"TERM": "dumb"}, ColorDepth.NONE),
        (True, {}, ColorDepth.NONE),
        (True, {"TERM": "xterm-256color", "NO_COLOR": "1"}, ColorDepth.NONE),
        (True, {"TERM": "xterm-256color", "NO_COLOR": ""}, ColorDepth.INDEXED),
        (False, {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColorDepth.NONE),
        (False, {"FORCE_COLOR": "1"}, ColorDepth.INDEXED),
        (False, {"FORCE_COLOR": "3"}, ColorDepth.TRUE),
        (True, {"TERM": "xterm-256color", "FORCE_COLOR": "0"}, ColorDepth.NONE),
        (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, ColorDepth.NONE),
    ],
)
def test_how_many_colours(is_terminal, environ, depth):
    assert color_depth(is_terminal, environ) is depth


REAL = ["soma", "iq-fit", "lonpos-pyramid", "tetrahexes-coin", "hexiamonds-6x6", "dominoes-8x8"]


@pytest.mark.parametrize("name", REAL)
def test_every_cell_of_a_real_puzzle_is_drawn(name):
    puzzle = tm.load(name)
    placements = compile_puzzle(puzzle).placements
    solution = tm.Solution((tm.PlacedPiece(puzzle.pieces[0].name, placements.cells_of(0)),))
    text = TextPicture(puzzle).draw(solution)
    letter = piece_letters([piece.name for piece in puzzle.pieces])[puzzle.pieces[0].name]
    assert text.count(letter) == puzzle.pieces[0].size
    assert text.count(".") == len(puzzle.board.cells) - puzzle.pieces[0].size


# Widths.


def row_of_dominoes(pairs: int) -> tuple[tm.Puzzle, tm.Solution]:
    puzzle = tm.Puzzle(tm.Board.box(1, 2 * pairs), (tm.Piece.draw("D", "##", minimum=pairs, maximum=pairs),))
    return puzzle, arrangement(*(("D", ((0, 2 * n), (0, 2 * n + 1))) for n in range(pairs)))


def test_lines_are_drawn_where_there_is_room_for_them():
    puzzle, solution = row_of_dominoes(10)
    assert max(map(len, TextPicture(puzzle, width=81).draw(solution).splitlines())) == 81
    assert TextPicture(puzzle, width=80).draw(solution) in ("DDdd" * 5, "ddDD" * 5)


def test_blocks_of_colour_are_narrower_where_they_have_to_be():
    puzzle, solution = row_of_dominoes(10)
    for width, drawn in ((40, "D   " * 10), (39, "D " * 10)):
        picture = TextPicture(puzzle, width=width, depth=ColorDepth.TRUE).draw(solution)
        assert ESCAPE.sub("", picture) == drawn


def test_a_long_legend_has_several_lines():
    pieces = tuple(tm.Piece.draw(f"piece {n}", "#") for n in range(12))
    legend = TextPicture(tm.Puzzle(tm.Board.box(1, 12), pieces), width=40).legend
    assert max(map(len, legend.splitlines())) <= 40 and len(legend.replace("\n", " ").split(", ")) == 12


@pytest.mark.parametrize("depth", [ColorDepth.NONE, ColorDepth.TRUE])
@pytest.mark.parametrize("name", REAL)
def test_a_puzzle_by_itself(name, depth):
    """The bare board, then each piece with as many cells as it has."""
    puzzle = tm.load(name)
    text = TextPicture(puzzle, depth=depth).draw_puzzle()
    board, *pieces = re.split(r"\n\n(?=[^\n]*:\n)", text)
    assert board.count(".") == len(puzzle.board.cells)
    assert [block.partition(":")[0].partition(",")[0] for block in pieces] == [piece.name for piece in puzzle.pieces]
    for block, piece in zip(pieces, puzzle.pieces, strict=True):
        shape = block.partition(":\n")[2]
        painted = len(backgrounds(shape)) if depth is ColorDepth.TRUE else len(re.sub(r"\s", "", shape))
        assert painted == piece.size


def test_the_layers_of_a_pile_are_seen_from_above():
    """Right and down on paper and up in space make a left-handed frame, as for every plan."""
    spot, place = plane_of(tm.FCC).spot, place_of
    origin, right, down = (0, 0, 0), (1, 1, 0), (1, -1, 0)
    assert [spot(cell)[1:] for cell in (origin, right, down)] == [(0, 0), (0, 1), (1, 0)]
    assert place(tm.FCC, right) == (1, 0, 0) and place(tm.FCC, down) == (0, -1, 0)

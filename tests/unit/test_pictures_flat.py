"""Flat pictures: outlines that enclose what they should, and everything that is to be seen on a board."""

from __future__ import annotations

import math
import random
import re

import pytest
from svg_tools import SVG, first_solution, parse, path_area, texts, titles

import tilemodel as tm
from tilemodel.errors import UsageError
from tilemodel.lattice import LATTICES, Lattice
from tilemodel.render.palette import PieceColors
from tilemodel.render.pictures.album import MOST, draw_puzzle, draw_solutions
from tilemodel.render.pictures.contour import area, boundary, contour, seams
from tilemodel.render.pictures.flat import Frame
from tilemodel.render.pictures.markup import CELL, words
from tilemodel.render.pictures.sheet import cutting_sheet
from tilemodel.render.pictures.tiling import tiling_of

FLAT = ["square", "hexagonal", "triangular"]


def patch(lattice: Lattice, size: int = 5) -> list[tuple[int, ...]]:
    """The cells around the origin."""
    found = {lattice.classes[0]}
    for _ in range(size):
        found |= {n for v in found for n in lattice.neighbours(v)}
    return sorted(map(lattice.unembed, found))


def clusters(lattice: Lattice, cells: set) -> int:
    """How many sets of cells that hang together by their sides there are."""
    left, number = set(cells), 0
    while left:
        number += 1
        group = [left.pop()]
        for cell in group:
            fresh = left & {lattice.unembed(v) for v in lattice.neighbours(lattice.embed(cell))}
            left -= fresh
            group += fresh
    return number


@pytest.mark.parametrize("name", FLAT)
def test_neighbours_are_the_cells_that_share_a_side(name):
    lattice = LATTICES[name]
    tiling = tiling_of(lattice)
    cells = patch(lattice, 3)
    for cell in cells:
        own = tiling.corners(cell)
        sides = set(zip(own, own[1:] + own[:1], strict=True))
        for other in cells:
            theirs = tiling.corners(other)
            shared = {(b, a) for a, b in zip(theirs, theirs[1:] + theirs[:1], strict=True)} & sides
            near = lattice.embed(other) in lattice.neighbours(lattice.embed(cell))
            assert len(shared) == near


@pytest.mark.parametrize("name", FLAT)
def test_a_cell_is_as_large_as_it_says(name):
    tiling = tiling_of(LATTICES[name])
    for cell in patch(LATTICES[name], 1):
        (loop,) = contour(tiling, [cell])
        assert area(tiling, loop) == pytest.approx(tiling.area)
        center = tiling.center(cell)
        ends = zip(loop, loop[1:] + loop[:1], strict=True)
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ends]
        assert {round(math.dist(center, tiling.at(m)), 6) for m in middles} == {round(tiling.inner, 6)}


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("name", FLAT)
def test_outlines_enclose_as_many_cells_as_there_are(name, joined):
    """Random sets, with holes, several parts, and cells that touch at corners only."""
    lattice = LATTICES[name]
    tiling, every, chance = tiling_of(lattice), patch(lattice), random.Random(7)
    for _ in range(40):
        cells = set(chance.sample(every, chance.randint(1, len(every))))
        loops = contour(tiling, cells, joined=joined)
        areas = [area(tiling, loop) for loop in loops]
        assert sum(areas) == pytest.approx(len(cells) * tiling.area)
        assert len({corner for loop in loops for corner in loop}) <= len(boundary(tiling, cells))
        if not joined:  # one loop around each part, the others around holes
            assert sum(a > 0 for a in areas) == clusters(lattice, cells)


@pytest.mark.parametrize("name", FLAT)
def test_a_side_is_a_boundary_or_a_seam(name):
    lattice = LATTICES[name]
    tiling, cells = tiling_of(lattice), patch(lattice, 2)[::2]
    sides = len(tiling.corners(cells[0])) * len(cells)
    assert len(boundary(tiling, cells)) + 2 * len(seams(tiling, cells)) == sides


def test_corners_alone_join_or_part():
    tiling = tiling_of(tm.SQUARE)
    diagonal = [(0, 0), (1, 1)]
    assert len(contour(tiling, diagonal)) == 2
    (loop,) = contour(tiling, diagonal, joined=True)
    assert loop.count((1, 1)) == 2
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    assert sorted(area(tiling, loop) for loop in contour(tiling, ring)) == [-1, 9]


@pytest.mark.parametrize("name", FLAT)
def test_rounded_outlines_take_little_away(name):
    lattice = LATTICES[name]
    tiling, every, chance = tiling_of(lattice), patch(lattice, 3), random.Random(3)
    for _ in range(10):
        cells = chance.sample(every, 9)
        frame, exact = Frame(tiling, cells, 0.1), len(cells) * tiling.area * CELL**2

        def drawn(cells=cells, frame=frame, **how) -> float:
            return path_area(" ".join(map(str, frame.outline(cells, **how))))

        assert drawn(inset=0, convex=0, concave=0) == pytest.approx(exact, rel=1e-3)
        assert 0.7 * exact < drawn() < exact < drawn(inset=-0.05, convex=0.02, concave=0.02)


MODELS = "iq-fit a-puzzle-a-day-jan-25 genius-square tetrahexes-coin hexiamonds-6x6 y-pentominoes-5x10".split()


@pytest.mark.parametrize("name", MODELS)
def test_every_piece_is_there_with_its_name(name):
    puzzle, solution = first_solution(name)
    root = parse(draw_solutions(puzzle, [solution]))
    assert [title.partition(",")[0] for title in titles(root) if title != "empty"] == [
        placed.piece for placed in solution.placements
    ]
    assert root.find(f"{SVG}title").text == puzzle.title
    if len(puzzle.pieces) > 1:
        assert sorted(texts(root))[: len(puzzle.pieces)] == sorted(placed.piece for placed in solution.placements)


def test_pieces_have_their_colours_and_areas():
    puzzle, solution = first_solution("pentominoes-6x10")
    root = parse(draw_solutions(puzzle, [solution]))
    groups = [g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    fills = [g.find(f"{SVG}path").get("fill") for g in groups]
    assert fills == ["#{:02x}{:02x}{:02x}".format(*color) for color in PieceColors(puzzle).of(solution)]
    for group in groups:
        assert 4.5 < path_area(group.find(f"{SVG}path").get("d")) / CELL**2 < 5


def test_copies_are_numbered_in_the_order_of_the_json():
    puzzle, solution = first_solution("tetrominoes-double-4x10")
    root = parse(draw_solutions(puzzle, [solution]))
    assert titles(root) == [f"{placed.piece}, copy {1 + n % 2}" for n, placed in enumerate(solution.placements)]
    assert texts(root) == [f"{placed.piece}{1 + n % 2}" for n, placed in enumerate(solution.placements)]


def test_numbers_alone_where_all_pieces_have_one_name():
    puzzle, solution = first_solution("dominoes-8x8")
    assert texts(parse(draw_solutions(puzzle, [solution]))) == [str(n) for n in range(1, 33)]


def test_empty_cells_names_labels_and_fixed_pieces():
    board = tm.Board.draw("AB??\n##.#")
    board = tm.Board(board.cells, board.labels, board.optional, {"Jan": (0, 3)})
    from tilemodel.constraints import Fix

    puzzle = tm.Puzzle(
        board,
        (tm.Piece.draw("I", "##\n##"), tm.Piece.draw("M", "#")),
        constraints=(Fix(piece="M", cells=((1, 3),)),),
    )
    cells = ((0, 0), (0, 1), (1, 0), (1, 1))
    solution = tm.Solution((tm.PlacedPiece("I", cells), tm.PlacedPiece("M", ((1, 3),))))
    root = parse(draw_solutions(puzzle, [solution]))
    assert sorted(titles(root)) == ["I", "M, fixed", "empty"]
    assert sorted(texts(root)) == ["A", "B", "I", "Jan", "M"]
    hollow = next(g for g in root.iter(f"{SVG}g") if g.findtext(f"{SVG}title") == "empty")
    assert hollow.find(f"{SVG}path").get("d").count("M") == 2


def test_balls_where_the_model_likes_them():
    puzzle, solution = first_solution("iq-fit")
    root = parse(draw_solutions(puzzle, [solution]))
    ids = {element.get("id") for element in root.iter(f"{SVG}radialGradient")}
    shining = [c for c in root.iter(f"{SVG}circle") if c.get("fill", "").startswith("url(#")]
    assert len(shining) == 55 and {c.get("fill")[5:-1] for c in shining} <= ids
    tiles = tm.Puzzle(puzzle.board, puzzle.pieces, look="tiles")
    assert not list(parse(draw_solutions(tiles, [solution])).iter(f"{SVG}circle"))


def test_several_in_a_grid():
    puzzle = tm.load("pentominoes-6x10")
    solutions = list(tm.solve(puzzle, backend="anchor", limit=12))
    root = parse(draw_solutions(puzzle, solutions))
    assert len(titles(root)) == 144
    assert [text for text in texts(root) if text.isdigit()] == [str(n) for n in range(1, 13)]
    shifts = [g.get("transform") for g in root.findall(f"{SVG}g")]
    assert len(set(shifts)) == 12
    assert root.findtext(f"{SVG}title").endswith("12 arrangements")


def test_none_is_the_bare_board_with_a_remark():
    root = parse(draw_solutions(tm.load("pentominoes-6x10"), [], "no arrangement exists (proved)"))
    assert texts(root) == ["no arrangement exists (proved)"] and titles(root) == ["empty"]


def test_the_puzzle_itself():
    puzzle = tm.load("a-puzzle-a-day")
    root = parse(draw_puzzle(puzzle))
    assert set(titles(root)) == {"empty", *(piece.name for piece in puzzle.pieces)}
    assert set(texts(root)) == {*puzzle.board.names, *(piece.name for piece in puzzle.pieces)}
    alike = parse(draw_puzzle(tm.load("t-tetrominoes-8x8")))
    assert texts(alike) == ["T", "16 copies"]


# What is to be cut out.


@pytest.mark.parametrize(
    "name, copies, sides", [("pentominoes-6x10", 12, 4), ("tetrahexes-coin", 7, 6), ("hexiamonds-6x6", 12, 3)]
)
def test_a_sheet_has_every_piece_in_true_size(name, copies, sides):
    puzzle = tm.load(name)
    text = cutting_sheet(puzzle, cell=25)
    root = parse(text)
    width, height = (float(root.get(side).removesuffix("mm")) for side in ("width", "height"))
    box = [float(number) for number in root.get("viewBox").split()]
    assert width / box[2] == pytest.approx(25 / CELL, rel=1e-3) == pytest.approx(height / box[3], rel=1e-3)
    paths = [g.find(f"{SVG}path").get("d") for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    assert len(paths) == copies
    tiling = tiling_of(puzzle.lattice)
    size = puzzle.pieces[0].size * tiling.area * CELL**2
    assert all(path_area(path) == pytest.approx(size, rel=2e-3) for path in paths)


def test_a_sheet_fits_the_page_and_pieces_do_not_overlap():
    root = parse(cutting_sheet(tm.load("pentominoes-6x10"), cell=20))
    assert float(root.get("width").removesuffix("mm")) <= 210
    corners = [tuple(map(float, re.findall(r"-?[\d.]+", g.get("transform")))) for g in root.findall(f"{SVG}g")]
    assert len(set(corners)) == 12


def test_a_sheet_has_all_copies():
    assert len(titles(parse(cutting_sheet(tm.load("t-tetrominoes-8x8"))))) == 16
    unbounded = tm.Puzzle(tm.Board.box(3, 5), (tm.Piece.draw("D", "##", minimum=0, maximum=None),))
    assert len(titles(parse(cutting_sheet(unbounded)))) == 7


def test_a_sheet_is_refused():
    with pytest.raises(UsageError, match="solid"):
        cutting_sheet(tm.load("soma"))
    with pytest.raises(UsageError, match="more than 500 pieces"):
        cutting_sheet(tm.Puzzle(tm.Board.box(50, 50), (tm.Piece.draw("M", "#", maximum=None),)))


# What models may say.

HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=y>', "]]>", "&lt;", "a & b", "--><!--", "日本語", "'"]


@pytest.mark.parametrize("lattice", ["square", "cubic", "fcc"])
@pytest.mark.parametrize("look", [None, "balls"])
def test_names_stay_text(lattice, look):
    cells = {"square": ((0, 0), (0, 1)), "cubic": ((0, 0, 0), (0, 0, 1)), "fcc": ((0, 0, 0), (1, 1, 0))}[lattice]
    for name in HOSTILE:
        puzzle = tm.Puzzle(
            tm.Board(cells, labels={cells[0]: "<"}, names={name: cells[1]}),
            (tm.Piece(name, cells),),
            lattice=LATTICES[lattice],
            look=look,
            title=name + "\x00\x1b\ud800",
        )
        solution = tm.Solution((tm.PlacedPiece(name, cells),))
        for text in (draw_solutions(puzzle, [solution]), draw_solutions(puzzle, [], name), draw_puzzle(puzzle)):
            root = parse(text)
            assert not {element.tag for element in root.iter()} & {f"{SVG}script", f"{SVG}img"}
            assert name in (root.findtext(f"{SVG}title") or "")
        assert name in titles(parse(draw_solutions(puzzle, [solution])))
    assert words("a\x00b\ufffe") == "a\ufffdb\ufffd"


def test_what_is_too_large_is_refused():
    puzzle, solution = first_solution("dominoes-8x8")
    with pytest.raises(UsageError, match="at most 1,000"):
        draw_solutions(puzzle, [solution] * (MOST + 1))
    with pytest.raises(UsageError, match="160,000 cells"):
        draw_puzzle(tm.Puzzle(tm.Board.box(400, 400), ()))

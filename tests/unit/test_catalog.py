"""The catalogue: every set is exactly the enumeration, every name finds its piece, the page draws what the code has."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tilemodel.catalog import SET_NAMES, standard_set, standard_shape
from tilemodel.catalog.shapes import FAMILIES
from tilemodel.errors import PuzzleError
from tilemodel.lattice import CUBIC, SQUARE
from tilemodel.polyform import canonical, free_polyforms, one_sided_polyforms

ALL_OF_A_SIZE = [name for name in SET_NAMES if name != "soma"]


def canonical_forms(pieces, lattice, motions):
    return sorted(canonical(lattice, map(lattice.embed, cells), motions) for cells in pieces)


@pytest.mark.parametrize("name", ALL_OF_A_SIZE)
def test_a_set_is_the_enumeration(name):
    """Sizes are equal, and no two pieces are the same under the motions that the set allows."""
    chosen = standard_set(name)
    (size,) = {len(cells) for cells in chosen.pieces.values()}
    one_sided = chosen.orientations == "one-sided"
    lattice = chosen.lattice
    expected = (one_sided_polyforms if one_sided else free_polyforms)(lattice, size)
    motions = lattice.turns if one_sided else lattice.point_group
    assert canonical_forms(chosen.pieces.values(), lattice, motions) == expected


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("monomino", 1),
        ("domino", 1),
        ("trominoes", 2),
        ("tetrominoes", 5),
        ("one-sided tetrominoes", 7),
        ("pentominoes", 12),
        ("one-sided pentominoes", 18),
        ("hexominoes", 35),
        ("one-sided hexominoes", 60),
        ("trihexes", 3),
        ("tetrahexes", 7),
        ("one-sided tetrahexes", 10),
        ("pentahexes", 22),
        ("one-sided pentahexes", 33),
        ("hexiamonds", 12),
        ("one-sided hexiamonds", 19),
        ("tetracubes", 8),
        ("free tetracubes", 7),
        ("pentacubes", 29),
        ("free pentacubes", 23),
        ("soma", 7),
    ],
)
def test_numbers_of_pieces(name, number):
    assert len(standard_set(name).pieces) == number


def test_the_numbers_above_are_of_all_sets():
    (mark,) = (m for m in test_numbers_of_pieces.pytestmark if m.name == "parametrize")
    assert [name for name, _ in mark.args[1]] == list(SET_NAMES)


def test_soma_is_every_bent_piece_of_up_to_four_cubes():
    """Piet Hein's definition: the irregular shapes of three or four cubes, both screws."""

    def bent(shape):
        return all(len({cell[i] for cell in shape}) < len(shape) for i in range(3)) and not is_box(shape)

    def is_box(shape):
        widths = [max(c[i] for c in shape) - min(c[i] for c in shape) + 1 for i in range(3)]
        return widths[0] * widths[1] * widths[2] == len(shape)

    expected = sorted(s for size in (1, 2, 3, 4) for s in one_sided_polyforms(CUBIC, size) if bent(s))
    assert canonical_forms(standard_set("soma").pieces.values(), CUBIC, CUBIC.turns) == expected


@pytest.mark.parametrize("name", [name for name in SET_NAMES if name.startswith("one-sided ")])
def test_a_prime_is_the_mirror_image(name):
    chosen = standard_set(name)
    for letter, cells in chosen.pieces.items():
        if letter.endswith("'"):
            pair = [cells, chosen.pieces[letter.removesuffix("'")]]
            for motions, different in ((chosen.lattice.turns, 2), (chosen.lattice.point_group, 1)):
                assert len(set(canonical_forms(pair, chosen.lattice, motions))) == different


def test_letters_stand_as_they_are_written():
    pieces = standard_set("one-sided tetrominoes").pieces
    assert pieces["L"] == ((0, 0), (1, 0), (2, 0), (2, 1))
    assert pieces["S"] == ((0, 1), (0, 2), (1, 0), (1, 1))
    assert pieces["S'"] == ((0, 0), (0, 1), (1, 1), (1, 2))


def test_a_prefix_may_say_what_a_set_is_anyway():
    assert standard_set("free pentominoes") == standard_set("pentominoes")
    assert standard_set("one-sided tetracubes") == standard_set("tetracubes")
    assert standard_set("free pentominoes").name == "pentominoes"


def test_shapes_by_name():
    assert standard_shape("U pentomino") == (SQUARE, ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)))
    assert standard_shape("S' tetromino") == (SQUARE, ((0, 0), (0, 1), (1, 1), (1, 2)))
    assert standard_shape("domino") == (SQUARE, ((0, 0), (0, 1)))
    assert standard_shape("B tetracube")[1] == standard_set("soma").pieces["B"]


@pytest.mark.parametrize("name", SET_NAMES)
def test_every_piece_of_every_set_has_a_shape_name(name):
    chosen = standard_set(name)
    singular = FAMILIES[name.removeprefix("one-sided ").removeprefix("free ")].singular
    for letter, cells in chosen.pieces.items():
        assert standard_shape(f"{letter} {singular}") == (chosen.lattice, cells)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("pentomnoes", "nearest name is 'pentominoes'"),
        ("pentomino", "nearest name is 'pentominoes'"),
        ("free soma", "nearest name is 'soma'"),
        ("one-sided free pentominoes", "no standard set"),
        ("", "no standard set"),
    ],
)
def test_no_such_set(name, says):
    with pytest.raises(PuzzleError, match=says):
        standard_set(name)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Q pentomino", "no Q pentomino; the letters are F, F', I"),
        ("U pentomio", "nearest name is 'U pentomino'"),
        ("pentomino", "no standard shape"),
        ("", "no standard shape"),
    ],
)
def test_no_such_shape(name, says):
    with pytest.raises(PuzzleError, match=says):
        standard_shape(name)


def test_importing_parses_no_drawing():
    code = (
        "import sys, tilemodel.drawing as d\n"
        "d.parse_drawing = None\n"
        "import tilemodel.catalog\n"
        "assert not {'numpy', 'tomllib', 'msgspec'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})


def test_the_page_draws_what_the_code_has():
    """docs/make_catalogue.py writes it anew."""
    script = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "make_catalogue.py"))
    assert script["PAGE"].read_text(encoding="utf-8") == script["page"]()

"""The public names are pinned: adding or removing one is a decision."""

from __future__ import annotations

import subprocess
import sys

import tilemodel

NAMES = """
Board CUBIC Expectation FCC HEXAGONAL Objective Piece PlacedPiece Puzzle SQUARE Solution TRIANGULAR TilemodelError
check_solution compile_puzzle count load parse_model solve standard_set start symmetry_group
""".split()


def test_the_public_names():
    assert sorted(tilemodel.__all__) == sorted(NAMES)
    for name in NAMES:
        assert getattr(tilemodel, name) is not None


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(tilemodel, "no_such_name")


def test_solving_natively_imports_no_heavy_package():
    program = (
        "import sys, tilemodel as tm\n"
        "puzzle = tm.Puzzle(tm.Board.box(2, 2), (tm.Piece.draw('D', '##', minimum=2, maximum=2),))\n"
        "assert len(list(tm.solve(puzzle, backend='anchor'))) == 2\n"
        "print(sorted({'numpy', 'ortools', 'pysat', 'networkx', 'rich'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""The shapes of the catalogue, as text that is parsed when asked for.

A family lists one shape of each mirror pair. On the square and cubic lattices a shape is a drawing in one line: rows
separated by ``/``, layers by ``|``. On the others it is its cells, separated by spaces. Letters stand as they are
written, layers from the top down.

Names: pentominoes as in S. W. Golomb, "Polyominoes" (1965); one-cell to four-cell pieces by the letters they
resemble; Soma as numbered and lettered by Piet Hein's booklet (V L T Z A B P). Hexominoes, polyhexes and polyiamonds
as in D. Goodger's Polyform Puzzler (puzzler.sourceforge.net) without the digit for the size, so that its F06 and
F16 are F and F1. Tetracubes and pentacubes as there too, after Kadon's "Poly-4 Supplement" and "Superquints"
(gamepuzzles.com/sqnames.htm): L1 and J1, N1 and S1 are mirror twins, and so are A and B of the tetracubes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilemodel.lattice import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR, Lattice


@dataclass(frozen=True)
class Family:
    """The polyforms of one size on one lattice: ``singular`` names a member, ``shapes`` draws them.

    ``twins`` names the mirror images that have a letter of their own; another one is named with a prime.
    """

    singular: str
    lattice: Lattice
    shapes: Mapping[str, str]
    twins: Mapping[str, str] = field(default_factory=dict)


_PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#/#/#/#/#",
    "L": "#./#./#./##",
    "N": ".#/.#/##/#.",
    "P": "##/##/#.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": ".#/##/.#/.#",
    "Z": "##./.#./.##",
}

FAMILIES: Mapping[str, Family] = {
    "monomino": Family("monomino", SQUARE, {"M": "#"}),
    "domino": Family("domino", SQUARE, {"D": "##"}),
    "trominoes": Family("tromino", SQUARE, {"I": "###", "L": "#./##"}),
    "tetrominoes": Family(
        "tetromino", SQUARE, {"I": "####", "L": "#./#./##", "O": "##/##", "S": ".##/##.", "T": "###/.#."}
    ),
    "pentominoes": Family("pentomino", SQUARE, _PENTOMINOES),
    "hexominoes": Family(
        "hexomino",
        SQUARE,
        {
            "A": "#../##./###",
            "C": "##/#./#./##",
            "D": "#./##/##/#.",
            "E": ".##/##./.##",
            "F": ".##/##./.#./.#.",
            "F1": ".##/.#./##./.#.",
            "F2": "..##/###./..#.",
            "F3": ".###/##../.#..",
            "G": "##/#./##/.#",
            "H": "#../###/#.#",
            "I": "#/#/#/#/#/#",
            "J": "..#/#.#/###",
            "K": ".#./###/##.",
            "L": "#./#./#./#./##",
            "M": "..##/###./#...",
            "N": ".#/##/##/#.",
            "N1": ".#/##/#./#./#.",
            "O": "##/##/##",
            "P": "##/##/#./#.",
            "Q": "##./##./.##",
            "R": "##./###/#..",
            "S": "#./#./##/.#/.#",
            "T": "###/.#./.#./.#.",
            "T1": "####/.#../.#..",
            "U": "#.#./####",
            "V": "..#/..#/..#/###",
            "W": "..#/..#/.##/##.",
            "W1": "..##/.##./##..",
            "W2": "..#./.###/##..",
            "X": ".#./.#./###/.#.",
            "X1": ".#./.##/##./.#.",
            "Y": ".#/##/.#/.#/.#",
            "Y1": ".#/.#/##/.#/.#",
            "Z": "##./.#./.#./.##",
            "Z1": "##../.#../.###",
        },
    ),
    "trihexes": Family("trihex", HEXAGONAL, {"A": "0,0 1,0 0,1", "I": "0,0 1,0 2,0", "V": "0,0 1,0 1,1"}),
    "tetrahexes": Family(
        "tetrahex",
        HEXAGONAL,
        {
            "I": "0,0 1,0 2,0 3,0",
            "J": "0,0 1,0 2,0 2,1",
            "O": "0,0 1,0 0,1 1,1",
            "P": "0,0 1,0 2,0 1,1",
            "S": "0,0 1,0 1,1 2,1",
            "U": "0,0 -1,1 1,0 1,1",
            "Y": "0,0 1,0 2,-1 1,1",
        },
    ),
    "pentahexes": Family(
        "pentahex",
        HEXAGONAL,
        {
            "A": "0,0 1,0 1,1 2,-1 2,0",
            "B": "0,0 1,0 1,1 2,0 2,1",
            "C": "-1,1 0,0 1,0 2,0 2,1",
            "D": "0,0 0,1 1,0 1,1 2,0",
            "E": "0,0 1,0 1,1 2,0 3,0",
            "F": "0,0 0,1 1,0 2,0 2,1",
            "G": "0,0 1,0 1,1 2,1 3,0",
            "H": "0,0 0,2 1,0 1,1 2,1",
            "I": "0,0 1,0 2,0 3,0 4,0",
            "J": "0,0 1,0 2,0 3,0 3,1",
            "L": "0,0 1,0 2,0 2,1 2,2",
            "N": "0,0 1,0 2,0 2,1 3,1",
            "P": "0,0 1,0 2,0 2,1 3,0",
            "Q": "0,0 1,-1 1,0 2,0 2,1",
            "R": "0,0 1,0 1,2 2,0 2,1",
            "S": "0,-1 0,0 1,0 2,0 2,1",
            "T": "0,0 1,0 2,-1 2,0 2,1",
            "U": "-1,1 -1,2 0,0 1,0 1,1",
            "V": "0,0 0,1 0,2 1,0 2,0",
            "W": "0,0 1,0 1,1 2,1 2,2",
            "X": "0,0 0,1 1,0 2,-1 2,0",
            "Y": "0,0 1,0 2,0 2,1 3,-1",
        },
    ),
    "hexiamonds": Family(
        "hexiamond",
        TRIANGULAR,
        {
            "C": "0,0,0 0,0,1 1,0,0 1,0,1 1,1,0 1,1,1",
            "E": "0,0,0 0,0,1 1,0,0 1,0,1 2,0,0 1,-1,1",
            "F": "0,0,0 0,0,1 1,0,0 1,0,1 0,1,0 1,1,0",
            "G": "0,0,0 0,0,1 1,0,0 1,0,1 1,1,0 0,1,1",
            "H": "0,0,0 0,0,1 1,0,0 1,0,1 1,-1,1 2,-1,0",
            "I": "0,0,0 0,0,1 1,0,0 1,0,1 2,0,0 2,0,1",
            "J": "0,0,0 0,0,1 1,0,0 1,0,1 2,0,0 0,-1,1",
            "O": "0,0,0 0,0,1 1,0,0 0,-1,1 1,-1,0 1,-1,1",
            "P": "0,0,0 0,0,1 1,0,0 1,0,1 2,0,0 1,1,0",
            "S": "0,0,0 0,0,1 1,0,0 1,0,1 0,-1,1 1,1,0",
            "V": "0,0,0 0,0,1 1,0,0 1,0,1 0,1,0 0,1,1",
            "X": "0,0,0 0,0,1 1,0,0 1,0,1 0,1,0 1,-1,1",
        },
    ),
    "tetracubes": Family(
        "tetracube",
        CUBIC,
        {
            "I": "####",
            "L": "#./#./##",
            "O": "##/##",
            "S": ".##/##.",
            "T": "###/.#.",
            "A": "##/#.|.#/..",
            "P": "##/#.|#./..",
        },
        twins={"A": "B"},
    ),
    "pentacubes": Family(
        "pentacube",
        CUBIC,
        {
            **_PENTOMINOES,
            "L1": ".../#..|..#/###",
            "L2": ".../.#.|..#/###",
            "L3": ".../..#|..#/###",
            "L4": "..#/...|..#/###",
            "N1": ".##/##.|.../#..",
            "N2": ".##/##.|.../.#.",
            "T1": "../#./..|#./##/#.",
            "T2": "../.#/..|#./##/#.",
            "V1": "../#./#.|.#/##/..",
            "Q": "../#.|##/##",
            "A": ".#/#.|.#/##",
        },
        twins={"L1": "J1", "L2": "J2", "L4": "J4", "N1": "S1", "N2": "S2", "V1": "V2"},
    ),
    "soma": Family(
        "soma piece",
        CUBIC,
        {
            "V": "#./##",
            "L": "#./#./##",
            "T": "###/.#.",
            "Z": "##./.##",
            "A": "##/#.|.#/..",
            "P": "##/#.|#./..",
        },
        twins={"A": "B"},
    ),
}

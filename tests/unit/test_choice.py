"""What ``auto`` takes for which question, and how workers are shared out."""

from __future__ import annotations

import pytest

from tilemodel import backends, load
from tilemodel.backends.search import Limits
from tilemodel.choice import MOMENT, WIDE, choose, width
from tilemodel.compiler import compile_puzzle
from tilemodel.errors import UnsupportedError, UsageError
from tilemodel.lattice import CUBIC
from tilemodel.puzzle import Board, Objective, Piece, Puzzle

DOMINO = Piece.draw("D", "##", minimum=0, maximum=None)
FLAT = compile_puzzle(Puzzle(Board.box(4, 6), (DOMINO,))).instance
SOLID = compile_puzzle(
    Puzzle(lattice=CUBIC, board=Board.box(6, 6, 6), pieces=(Piece("T", ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1))),))
).instance
LETTERS = "ABCDEFGH"
MOTLEY = compile_puzzle(
    Puzzle(
        lattice=CUBIC,
        board=Board.box(6, 6, 6, optional=True),
        pieces=tuple(Piece(name, ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))) for name in LETTERS),
    )
).instance
BEST = compile_puzzle(Puzzle(Board.box(2, 2, optional=True), (DOMINO,), objective=Objective("pieces"))).instance


def taken(instance, **question):
    return [stage.backend for stage in choose(instance, **question)]


def test_the_width_of_boards():
    assert width(FLAT) == pytest.approx((5 * 4 * 4 + 3) / 24)  # from one column before, or from the cell above
    assert width(compile_puzzle(Puzzle(Board.box(1, 6), (DOMINO,))).instance) == pytest.approx(5 / 6)
    assert width(FLAT) < WIDE < width(SOLID)


def test_lists_and_counts():
    assert taken(FLAT) == ["frontier", "anchor"]
    assert taken(FLAT, limits=Limits(5)) == ["anchor"]
    assert taken(SOLID) == ["mrv"]  # merging would show nothing before the end
    assert taken(SOLID, limits=Limits(5)) == ["mrv"]
    assert taken(MOTLEY) == ["mrv"]


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("dominoes-16x16", ["frontier", "anchor"]),
        ("pentominoes-3x20", ["frontier", "anchor"]),
        ("pentominoes-6x10", ["anchor"]),
        ("pentominoes-8x8-center", ["mrv"]),
        ("t-tetrominoes-20x20", ["frontier", "mrv"]),
        ("t-tetracubes-4x4x8", ["frontier", "mrv"]),
        ("t-tetracubes-6x6x6", ["mrv"]),  # too many states
        ("conway-5x5x5", ["mrv"]),
        ("bedlam", ["mrv"]),
    ],
)
def test_counts(model, expected):
    assert taken(compile_puzzle(load(model)).instance, counting=True) == expected


def test_in_order_the_one_that_needs_no_luck():
    (stage,) = choose(FLAT, ordered=True)
    assert (stage.backend, stage.ordered) == ("anchor", True)


def test_single_arrangements_in_turns_that_grow():
    stages = choose(SOLID, limits=Limits(1))
    assert [stage.backend for stage in stages[:4]] == ["mrv", "sat", "cpsat", "sat"]
    assert [stage.seconds for stage in stages[:4]] == [MOMENT, 2 * MOMENT, 4 * MOMENT, 8 * MOMENT]
    assert stages[-1].backend == "cpsat" and stages[-1].seconds is None
    within = choose(FLAT, limits=Limits(1, 4.0))
    assert [(stage.backend, stage.seconds) for stage in within[:3]] == [
        ("anchor", 0.5),
        ("frontier", 1.0),
        ("sat", 2.0),
    ]


def test_best_arrangements():
    assert taken(BEST) == ["cpsat"]


def test_what_is_missing_is_passed_over(monkeypatch):
    def missing(*names):
        for name in backends.names():
            kind = type(backends.get(name))
            said = "it is not there" if name in names else None
            monkeypatch.setattr(kind, "availability", lambda self, said=said: said)

    missing("cpsat")
    assert taken(BEST) == ["sat"]
    assert set(taken(FLAT, limits=Limits(1))) == {"anchor", "frontier", "sat"}
    missing("cpsat", "sat", "frontier")
    assert taken(FLAT, limits=Limits(1)) == ["anchor"]
    with pytest.raises(UnsupportedError, match="cpsat, sat"):
        choose(BEST)
    missing("anchor", "mrv", "frontier")
    assert taken(FLAT) == ["sat"]
    stages = choose(FLAT, limits=Limits(1))
    assert stages[0].backend == "sat" and "none of anchor, mrv" in stages[0].why


def test_workers_of_a_backend_and_of_a_team():
    (stage,) = choose(FLAT, backend="anchor", workers=3, ordered=True)
    assert (stage.workers, stage.ordered) == (3, True)
    (stage,) = choose(FLAT, backend="cpsat", workers=3)
    assert (stage.workers, stage.options) == (3, None)
    (stage,) = choose(FLAT, backend="cpsat", workers=3, limits=Limits(1))
    assert (stage.workers, stage.options.workers) == (1, 3)
    (stage,) = choose(BEST, workers=3)
    assert (stage.workers, stage.options.workers) == (1, 3)
    (stage,) = choose(BEST, backend="sat", workers=3)
    assert stage.workers == 1 and "undivided" in stage.why
    stages = choose(SOLID, limits=Limits(1), workers=3)
    assert all(stage.workers == 3 or stage.options.workers == 3 for stage in stages)
    stage, other = choose(FLAT, workers=3)
    assert (stage.workers, stage.options.workers, other.workers) == (1, 3, 3)
    with pytest.raises(UsageError):
        choose(FLAT, workers=0)


def test_a_seed_goes_to_those_that_have_one():
    assert choose(BEST, seed=7)[0].options.seed == 7
    assert choose(FLAT, seed=7)[1].options is None

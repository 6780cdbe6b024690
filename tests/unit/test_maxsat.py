"""Goals with RC2: its bounds hold at every step, what it ends with is best, and it can be stopped at any time."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest
from contract.instances import ONCE, by_definition, dominoes, instances, make, pigeons, worth
from hypothesis import HealthCheck, given, settings

from tilemodel import backends
from tilemodel.backends import sat
from tilemodel.backends._cnf import Encoder
from tilemodel.backends._maxsat import Proof
from tilemodel.backends.sat import BACKEND, PROVERS, SatOptions
from tilemodel.backends.search import Limits, StopReason
from tilemodel.instance import Instance

quick = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture
def impatient(monkeypatch):
    """The proof is taken up at the first conflict, and left soon."""
    monkeypatch.setattr(sat, "PATIENCE", 1)
    monkeypatch.setattr(sat, "PROOF", 20)


def weighted(seed: int, items: list[tuple[int, int]] | None = None, *, maximize: bool = True) -> Instance:
    """Dominoes on 4x5, cells that may stay empty or those given, with weights of both signs."""
    chance = random.Random(seed)
    full = dominoes(4, 5)
    options = [full.option(k) for k in range(full.option_count)]
    weights = [chance.randint(-4, 9) for _ in options]
    return make(items or [(0, 1)] * 20, options, goal=weights, maximize=maximize)


@pytest.mark.parametrize("conflicts", [1, 1000])
@given(instance=instances(with_goal=True))
@quick
def test_bounds_hold_and_the_end_is_best(conflicts, instance):
    best = max((worth(instance, selection) for selection in by_definition(instance)), default=None)
    proof = Proof(Encoder(instance, "auto"), instance.option_count, "glucose42", threading.Event())
    selection = None
    while selection is None and not proof.empty:
        selection = proof.advance(conflicts)
        if best is not None:
            assert proof.bound is None or proof.bound >= best
            assert not proof.rules_out_better(best - 1)
    assert (selection is None) is (best is None)
    if selection is not None:
        assert selection in by_definition(instance)
        assert worth(instance, selection) == proof.bound == best
    proof.delete()


@pytest.mark.parametrize("maximize", [True, False])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("items", [None, [ONCE] * 20, [ONCE] * 10 + [(0, 1)] * 10], ids=["loose", "full", "half"])
def test_the_same_best_as_cpsat(impatient, seed, items, maximize):
    instance = weighted(seed, items, maximize=maximize)
    search = BACKEND.search(instance)
    worths = [worth(instance, selection) for selection in search]
    assert search.outcome.complete
    assert worths == sorted(set(worths))
    assert worths[-1] == worth(instance, list(backends.get("cpsat").search(instance))[-1])


@pytest.mark.parametrize("solver", sorted(PROVERS))
def test_a_parity_defect_is_proved(impatient, solver):
    full = dominoes(6, 6, without=(0, 35))
    loose = make([(0, 1)] * 34, [full.option(k) for k in range(full.option_count)], goal=[1] * full.option_count)
    search = BACKEND.search(loose, options=SatOptions(solver=solver))
    *_, best = search
    assert len(best) == 16  # 34 cells, sixteen of one colour
    assert search.outcome.complete


def test_a_run_is_the_same_again(impatient):
    def run() -> Iterator[object]:
        search = BACKEND.search(weighted(7))
        yield from search
        yield search.statistics.nodes, search.statistics.conflicts

    assert list(run()) == list(run())


def test_no_selection_is_proved_during_the_proof(impatient):
    goal = [1, -2] * 21
    outcome = BACKEND.count(_with_goal(pigeons(6), goal))
    assert outcome.complete
    assert outcome.satisfiable is False


def test_the_time_limit_holds_during_the_proof(impatient, monkeypatch):
    monkeypatch.setattr(sat, "PROOF", 1 << 30)
    outcome = BACKEND.count(_with_goal(pigeons(14), [1, -2] * 105), Limits(seconds=0.5))
    assert outcome.stop is StopReason.TIME_LIMIT


def test_cancelling_holds_during_the_proof_and_after_its_end(impatient, monkeypatch):
    monkeypatch.setattr(sat, "PROOF", 1 << 30)
    search = BACKEND.search(_with_goal(pigeons(14), [1, -2] * 105))
    timer = threading.Timer(0.5, search.cancel)
    timer.start()
    assert search.count().stop is StopReason.CANCELLED
    timer.join()
    search.cancel()


def test_a_halted_proof_claims_nothing():
    halted = threading.Event()
    instance = _with_goal(pigeons(6), [1] * 42)
    proof = Proof(Encoder(instance, "auto"), instance.option_count, "glucose42", halted)
    assert proof.advance(1) is None
    halted.set()
    assert proof.advance(1 << 30) is None
    assert not proof.empty
    assert not proof.rules_out_better(None)
    proof.delete()
    proof.interrupt()


def _with_goal(instance: Instance, goal: list[int]) -> Instance:
    items = [(item.lo, item.hi) for item in instance.items]
    return make(items, [instance.option(k) for k in range(instance.option_count)], goal=goal)

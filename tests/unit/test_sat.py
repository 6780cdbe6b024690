"""SAT: every solver and every encoding gives the selections of the definition, no more and no fewer."""

from __future__ import annotations

import pytest
from contract.instances import ONCE, SMALL, by_definition, dominoes, instances, make, market_split, pigeons, worth
from hypothesis import HealthCheck, given, settings

from tilemodel.backends import _cnf
from tilemodel.backends._cnf import ENCODINGS, Encoder
from tilemodel.backends._sums import sums
from tilemodel.backends.sat import BACKEND, SOLVERS, SatOptions
from tilemodel.backends.search import Limits, StopReason
from tilemodel.errors import UnsupportedError, UsageError

quick = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_finds_all(solver):
    for name, instance in SMALL.items():
        search = BACKEND.search(instance, options=SatOptions(solver=solver))
        found = list(search)
        assert len(set(found)) == len(found), name
        assert search.outcome.complete
        if instance.option_count <= 12:
            assert set(found) == by_definition(instance), name
    assert BACKEND.count(pigeons(6), options=SatOptions(solver=solver)).satisfiable is False
    assert BACKEND.count(dominoes(6, 5), options=SatOptions(solver=solver)).found == 1183


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(instance=instances())
@quick
def test_every_encoding_finds_all(encoding, instance):
    found = list(BACKEND.search(instance, options=SatOptions(encoding=encoding)))
    assert sorted(found) == sorted(by_definition(instance))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_auxiliary_variables_make_no_further_selections(encoding):
    exactly_one = make([ONCE], [[0]] * 6)
    assert BACKEND.count(exactly_one, options=SatOptions(encoding=encoding)).found == 6


@pytest.mark.parametrize("solver", ["glucose42", "cadical195"])
@given(instance=instances(with_goal=True))
@quick
def test_goals_with_both_ways_of_pausing(solver, instance):
    found = list(BACKEND.search(instance, options=SatOptions(solver=solver)))
    best = sorted(worth(instance, selection) for selection in by_definition(instance))[-1:]
    assert [worth(instance, selection) for selection in found][-1:] == best


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("instance", [pigeons(14), dominoes(10, 10)], ids=["none for long", "many selections"])
def test_every_solver_stops(solver, instance):
    search = BACKEND.search(instance, Limits(seconds=0.3), SatOptions(solver=solver))
    assert search.count().stop is StopReason.TIME_LIMIT


@pytest.mark.parametrize("solver", ["glucose42", "cadical195"])
def test_work_is_counted(solver):
    search = BACKEND.search(pigeons(7), options=SatOptions(solver=solver))
    assert search.count().complete
    assert search.statistics.conflicts > 100
    assert search.statistics.nodes > 100


def test_all_variables_beyond_the_options_are_different():
    instance = make([ONCE] * 3, [[0], [0], [1], [1], [0, 1], [2]] * 4, [({k: k + 1 for k in range(24)}, 20, 40)] * 2)
    encoder = Encoder(instance, "seqcounter")
    auxiliary = [{abs(v) for clause in form for v in clause if abs(v) > 24} for form in encoder.clauses()]
    assert all(auxiliary)
    assert sum(map(len, auxiliary)) == len(set().union(*auxiliary))


def test_a_row_over_pieces_stays_small():
    """The row's 600 options are in twelve groups, so that it has few partial sums."""
    options = [[k % 12] for k in range(600)]
    instance = make([ONCE] * 12, options, [({k: 1 + k % 5 for k in range(600)}, 30, 31)])
    *_, row = Encoder(instance, "auto").clauses()
    assert len(row) < 5_000


def test_auto_leaves_pairwise_where_it_would_be_too_much():
    instance = make([ONCE, ONCE], [[0]] * 3000 + [[1]] * 30)
    large, small = ([len(clause) for clause in form] for form in Encoder(instance, "auto").clauses())
    assert len(large) < 40_000
    assert len(small) == 1 + 30 * 29 // 2


def test_a_row_of_too_many_sums_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(_cnf, "_MOST_STEPS", 1_000)
    with pytest.raises(UnsupportedError, match="a row of a test.*use cpsat"):
        BACKEND.search(make([], [[]] * 40, [({k: 3**k for k in range(30)}, 3**29, 3**29 + 1)]))


@pytest.mark.parametrize(
    ("options", "valid"), [({"solver": "kissat404"}, "glucose42"), ({"encoding": "pair"}, "pairwise")]
)
def test_unknown_names_are_answered_with_the_known_ones(options, valid):
    with pytest.raises(UsageError, match=valid) as error:
        SatOptions(**options)
    assert repr(next(iter(options.values()))) in str(error.value)


def test_the_time_limit_holds_while_it_encodes():
    outcome = BACKEND.count(market_split(8, 70), Limits(seconds=0.1))
    assert outcome.stop is StopReason.TIME_LIMIT


def test_what_other_items_imply_is_not_said_again():
    implied = make([ONCE] * 4 + [(2, 2)], [[0, 1, 4], [2, 3, 4], [0, 2, 4], [1, 3, 4]])
    assert [form.item for form in sums(implied)] == [0, 1, 2, 3]
    needed = make([ONCE] * 4 + [(3, 3)], [[0, 1, 4], [2, 3, 4], [0, 4], [1, 4], [2, 4], [3, 4]])
    assert [form.item for form in sums(needed)] == [0, 1, 2, 3, 4]
    for instance in (implied, needed):
        assert set(BACKEND.search(instance)) == by_definition(instance)

"""What every backend promises, a promise a test (see "The contract" in the documentation of backends)."""

from __future__ import annotations

import multiprocessing
import threading
import time

import pytest
from contract.instances import ONCE, SMALL, by_definition, dominoes, instances, make, market_split, satisfies, scattered
from hypothesis import HealthCheck, given, settings

from tilemodel import backends
from tilemodel.backends.base import Accepts, Backend
from tilemodel.backends.cpsat import CpsatOptions
from tilemodel.backends.search import Limits, Search, StopReason
from tilemodel.errors import UnsupportedError, UsageError
from tilemodel.instance import Instance

every_backend = pytest.mark.parametrize(
    "backend", [backends.get(name) for name in backends.names()], ids=lambda b: b.name
)
every_instance = pytest.mark.parametrize("instance", SMALL.values(), ids=SMALL)
LONG = dominoes(10, 10)  # 258,584,046,368 selections
LONG_TO_COUNT = scattered(LONG)  # also for a backend that need not see each selection
SILENT = market_split(4, 40)  # runs for long without a selection


@pytest.fixture(autouse=True)
def _available(request: pytest.FixtureRequest) -> None:
    backend = request.node.callspec.params.get("backend") if hasattr(request.node, "callspec") else None
    if backend and (missing := backend.availability()):
        pytest.skip(missing)


def take(backend: Backend, instance: Instance) -> None:
    """Skip where the backend says that it cannot take the instance."""
    if objections := backend.objections(instance):
        pytest.skip("; ".join(objections))


def helpers() -> set[threading.Thread]:
    """The threads beside the main one."""
    return set(threading.enumerate()) - {threading.main_thread()}


@every_backend
@every_instance
def test_selections_satisfy_all_none_twice_and_complete_means_all(backend, instance):
    take(backend, instance)
    with backend.search(instance) as search:
        found = list(search)
    assert all(satisfies(instance, selection) for selection in found)
    assert all(list(selection) == sorted(set(selection)) for selection in found)
    assert len(set(found)) == len(found)
    assert set(found) == by_definition(instance) if instance.option_count <= 12 else len(found) in (0, 36)
    assert search.outcome.complete
    assert search.outcome.found == len(found)
    assert search.outcome.satisfiable is bool(found)


@every_backend
@given(instance=instances())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_instances_have_the_selections_of_the_definition(backend, instance):
    if backend.objections(instance):
        return
    with backend.search(instance) as search:
        found = list(search)
    assert sorted(found) == sorted(by_definition(instance))
    assert search.outcome.complete
    first = backend.search(instance, Limits(solutions=1))
    assert len(list(first)) == min(1, len(found))
    assert backend.count(instance).found == len(found)


@every_backend
@every_instance
def test_count_and_batches_agree_with_iteration(backend, instance):
    take(backend, instance)
    found = list(backend.search(instance))
    outcome = backend.count(instance)
    assert (outcome.found, outcome.stop) == (len(found), StopReason.EXHAUSTED)
    batches = list(backend.search(instance).batches(3))
    assert sorted(s for batch in batches for s in batch.selections()) == sorted(found)
    assert all(1 <= len(batch) <= 3 for batch in batches)


@every_backend
def test_a_loop_that_was_left_can_be_taken_up_again(backend):
    with backend.search(dominoes(4, 4)) as search:
        found = [s for s, _ in zip(search, range(5), strict=False)]
        found += next(search.batches(4)).selections()
        found += [s for s, _ in zip(search, range(8), strict=False)]
        seen = search.outcome.found
        outcome = search.count()
    assert len(found) == len(set(found)) <= seen < 36
    assert outcome.found == 36
    assert outcome.complete


@every_backend
@pytest.mark.parametrize("limit", [1, 2, 35])
def test_a_limit_of_solutions_stops_it_and_proves_nothing(backend, limit):
    for search in (backend.search(dominoes(4, 4), Limits(solutions=limit)) for _ in range(2)):
        assert len(list(search)) == limit
        assert search.outcome.stop is StopReason.SOLUTION_LIMIT
        assert not search.outcome.complete
    assert backend.count(dominoes(4, 4), Limits(solutions=limit)).stop is StopReason.SOLUTION_LIMIT


@every_backend
def test_a_limit_equal_to_the_count_is_complete_only_if_proved(backend):
    outcome = backend.count(dominoes(4, 4), Limits(solutions=36))
    assert outcome.found == 36
    assert outcome.stop in (StopReason.SOLUTION_LIMIT, StopReason.EXHAUSTED)
    assert backend.count(dominoes(4, 4), Limits(solutions=37)).complete


@every_backend
@pytest.mark.parametrize("instance", [LONG_TO_COUNT, SILENT], ids=["many selections", "none for long"])
def test_a_time_limit_stops_it(backend, instance):
    take(backend, instance)
    outcome = backend.count(instance, Limits(seconds=0.2))
    assert outcome.stop is StopReason.TIME_LIMIT
    assert outcome.satisfiable is (True if outcome.found else None)


@every_backend
def test_cancelled_before_it_starts_it_finds_nothing(backend):
    before = helpers()
    with backend.search(dominoes(4, 4)) as search:
        search.cancel()
        search.cancel()
        assert list(search) == []
    assert search.outcome.stop is StopReason.CANCELLED
    assert search.outcome.satisfiable is None
    assert helpers() <= before


@every_backend
def test_cancelled_in_the_loop_it_ends_with_what_was_seen(backend):
    with backend.search(LONG) as search:
        for number, _ in enumerate(search, start=1):
            if number == 10:
                search.cancel()
    assert number == 10
    assert search.outcome.found == 10
    assert search.outcome.stop is StopReason.CANCELLED


@every_backend
@pytest.mark.parametrize("instance", [LONG_TO_COUNT, SILENT], ids=["many selections", "none for long"])
@pytest.mark.parametrize("delay", [0, 0.001, 0.02, 0.1, 0.3])
def test_cancelled_from_another_thread_at_any_moment_it_ends(backend, instance, delay):
    take(backend, instance)
    before = helpers()
    with backend.search(instance) as search:
        timer = threading.Timer(delay, search.cancel)
        timer.start()
        assert search.count().stop is StopReason.CANCELLED
        timer.join()
    assert helpers() <= before


@every_backend
def test_cancelled_after_its_end_it_stays_complete(backend):
    search = backend.search(dominoes(4, 4))
    assert len(list(search)) == 36
    search.cancel()
    assert search.outcome.complete
    assert list(search) == []


@every_backend
def test_leaving_early_leaves_no_thread_and_no_process(backend):
    before = helpers()
    with backend.search(LONG) as search:
        for _ in search:
            break
    assert search.outcome.stop is StopReason.CANCELLED
    assert helpers() <= before
    assert multiprocessing.active_children() == []
    list(search)
    assert search.outcome.found == 1


@every_backend
def test_letting_go_of_a_search_leaves_no_thread(backend):
    before = helpers()
    search = backend.search(LONG)
    next(iter(search))
    del search
    assert helpers() <= before


@every_backend
def test_a_consumer_that_sleeps_does_not_make_it_run_away(backend):
    with backend.search(LONG) as search:
        next(iter(search))
        time.sleep(0.3)
        assert search.outcome.found == 1
        assert len(next(search.batches(100_000))) < 100_000


@every_backend
def test_an_exception_in_the_loop_passes_through(backend):
    before = helpers()
    with pytest.raises(ZeroDivisionError), backend.search(LONG) as search:
        for _ in search:
            raise ZeroDivisionError
    assert search.outcome.stop is StopReason.CANCELLED
    assert helpers() <= before


@every_backend
def test_two_searches_interleave(backend):
    alone = set(backend.search(dominoes(4, 4)))
    pairs = list(zip(backend.search(dominoes(4, 4)), backend.search(dominoes(4, 4)), strict=True))
    assert {a for a, _ in pairs} == {b for _, b in pairs} == alone
    assert len(pairs) == len(alone)


@every_backend
def test_no_items_have_the_one_empty_selection(backend):
    search = backend.search(make([], []))
    assert list(search) == [()]
    assert search.outcome.complete


@every_backend
def test_a_primary_item_without_options_has_none_at_once(backend):
    board = LONG.items
    options = [LONG.option(k) for k in range(LONG.option_count)]
    hopeless = make([(item.lo, item.hi) for item in board] + [ONCE], options, cells=len(board))
    assert backend.count(hopeless, Limits(seconds=60)) == backend.count(make([ONCE], []))
    assert backend.count(hopeless).satisfiable is False


@every_backend
def test_the_same_options_and_one_thread_give_the_same_order(backend):
    options = CpsatOptions(workers=1, seed=7) if backend.name == "cpsat" else None
    for limits in (Limits(), Limits(solutions=1)):
        orders = [list(backend.search(dominoes(4, 4), limits, options)) for _ in range(3)]
        assert orders[0] == orders[1] == orders[2]


@every_backend
def test_options_of_another_type_are_refused(backend):
    with pytest.raises(UsageError, match=backend.name):
        backend.search(dominoes(2, 2), options={"workers": 1})


@every_backend
def test_what_a_backend_does_not_take_is_refused_before_the_first_selection(backend):
    instance = make([ONCE], [[0]], [({0: 1}, 0, 1)], goal=[1])
    if backend.accepts == Accepts(rows=True, goal=True):
        assert backend.objections(instance) == []
    else:
        with pytest.raises(UnsupportedError, match=backend.name):
            backend.search(instance)


class _Plain(Backend):
    """Takes nothing but items."""

    name = "plain"
    accepts = Accepts()

    def _start(self, instance: Instance, limits: Limits, options: object) -> Search:
        raise AssertionError("an instance that it does not take has reached it")


def test_every_culprit_is_named():
    instance = make([ONCE], [[0]], [({0: 1}, 0, 1)], goal=[1])
    with pytest.raises(UnsupportedError) as error:
        _Plain().search(instance)
    assert str(error.value) == "the plain backend cannot take linear rows (from a test); an objective"

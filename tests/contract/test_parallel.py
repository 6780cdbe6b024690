"""Several workers keep every promise that one search makes: the same selections, exact limits, no leftover."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from contract.instances import ONCE, SMALL, by_definition, dominoes, instances, make, market_split, scattered
from hypothesis import HealthCheck, given, settings

from tilemodel import backends
from tilemodel.backends.base import Accepts, Backend, NoOptions
from tilemodel.backends.sat import SatOptions
from tilemodel.backends.search import Batch, Limits, Search, StopReason
from tilemodel.errors import BackendError, UnsupportedError
from tilemodel.parallel import ParallelSearch, Team
from tilemodel.parallel import search as parallel_search
from tilemodel.parallel.parts import cut

THREADED = [name for name in backends.names() if name in parallel_search.THREADS]
every_backend = pytest.mark.parametrize("name", [*THREADED, "sat"])  # one stands for all that work in processes
threaded = pytest.mark.parametrize("name", THREADED)
every_instance = pytest.mark.parametrize("instance", SMALL.values(), ids=SMALL)
both_orders = pytest.mark.parametrize("ordered", [False, True])
LONG = dominoes(10, 10)
COUNTLESS = scattered(LONG)  # hardly a state of any scan comes twice
SILENT = market_split(6, 60)


def together(name, instance, limits=Limits(), workers=2, ordered=False, options=None) -> ParallelSearch:
    backend = backends.get(name)
    if missing := backend.availability():
        pytest.skip(missing)
    if objections := backend.objections(instance):
        pytest.skip("; ".join(objections))
    return ParallelSearch(backend, instance, limits, options, Team(workers, ordered))


def helpers() -> set[threading.Thread]:
    return set(threading.enumerate()) - {threading.main_thread()}


def children() -> list[str]:
    """The processes that this one has begun, on whichever thread, and that are still there."""
    return children_of(os.getpid())


def children_of(pid: int) -> list[str]:
    if not Path(f"/proc/{pid}/task/{pid}/children").exists():
        pytest.skip("this system does not list a process's children")
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            found += (task / "children").read_text().split()
    return found


@pytest.mark.parametrize("along_scan", [False, True])
@pytest.mark.parametrize("number", [1, 2, 5, 1000])
@every_instance
def test_the_parts_are_disjoint_and_together_the_whole(instance, number, along_scan):
    if instance.option_count > 12:
        return
    found = []
    for part in cut(instance, number, along_scan=along_scan):
        options = part.options()
        found += [tuple(options[k] for k in s) for s in by_definition(part.instance(instance))]
    assert sorted(found) == sorted(by_definition(instance))


@pytest.mark.parametrize("along_scan", [False, True])
def test_as_many_parts_as_were_asked_for_with_shares_of_one(along_scan):
    parts = cut(LONG, 40, along_scan=along_scan)
    assert 40 <= len(parts) <= 44
    assert sum(part.share for part in parts) == pytest.approx(1)
    assert [part.path for part in parts] == sorted(part.path for part in parts)


def test_what_cannot_be_cut_is_one_part():
    assert len(cut(SILENT, 10, along_scan=False)) == 1
    assert len(cut(make([], []), 10, along_scan=True)) == 1


def test_what_has_plainly_no_selection_has_no_part():
    assert cut(make([ONCE, ONCE], [[0]]), 10, along_scan=False) == []


@threaded
@given(instance=instances())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_instances_have_the_selections_of_the_definition(name, instance):
    expected = sorted(by_definition(instance))
    for workers, ordered in ((3, False), (2, True)):
        search = together(name, instance, workers=workers, ordered=ordered)
        assert sorted(search) == expected
        assert search.outcome.complete
        assert together(name, instance, workers=workers, ordered=ordered).count().found == len(expected)


@both_orders
@pytest.mark.parametrize("name", [name for name in backends.names() if name != "frontier"])
def test_the_same_selections_none_twice(name, ordered):
    instance = dominoes(4, 4)
    with together(name, instance, ordered=ordered) as search:
        found = list(search)
    assert search.outcome.complete
    assert len(found) == len(set(found)) == 36
    assert set(found) == set(backends.get("reference").search(instance))
    assert search.statistics.done == pytest.approx(1)


@every_backend
def test_small_instances_of_all_kinds(name):
    for title in ("rows", "secondary items", "options that cover nothing", "a primary item without options"):
        instance = SMALL[title]
        assert sorted(together(name, instance, workers=3)) == sorted(by_definition(instance)), title


@every_backend
def test_the_order_is_the_same_whatever_the_workers(name):
    orders = [list(together(name, dominoes(4, 5), workers=w, ordered=True)) for w in (1, 2, 3)]
    assert orders[0] == orders[1] == orders[2]
    assert len(orders[0]) == 95


def test_what_a_backend_divides_by_itself_keeps_its_order():
    for instance in (dominoes(4, 5), *SMALL.values()):
        if backends.get("anchor").objections(instance):
            continue
        alone = list(backends.get("anchor").search(instance))
        for workers in (1, 2, 3):
            assert list(together("anchor", instance, workers=workers, ordered=True)) == alone


@threaded
def test_ordered_batches_of_any_size_and_the_first_few(name):
    whole = list(together(name, dominoes(6, 6), ordered=True))
    assert len(whole) == 6728
    by_batches = together(name, dominoes(6, 6), ordered=True).batches(97)
    batches = list(by_batches)
    assert all(len(batch) <= 97 for batch in batches)
    assert [s for batch in batches for s in batch.selections()] == whole
    assert list(together(name, dominoes(6, 6), Limits(solutions=1234), ordered=True, workers=3)) == whole[:1234]


@threaded
@both_orders
def test_workers_wait_for_the_consumer(name, ordered, monkeypatch):
    """With hardly any room the queues are full at once; nothing gets lost or stuck."""
    monkeypatch.setattr("tilemodel.parallel.crew._ROOM", 10)
    monkeypatch.setattr("tilemodel.parallel.crew._BATCH", 7)
    found = list(together(name, dominoes(6, 6), ordered=ordered, workers=3))
    assert len(found) == len(set(found)) == 6728
    with together(name, LONG, ordered=ordered) as search:
        next(iter(search))
        time.sleep(0.1)
        assert search._crew._waiting < 1000


@every_backend
@pytest.mark.parametrize("limit", [1, 2, 35])
def test_a_limit_is_exact_and_proves_nothing(name, limit):
    search = together(name, dominoes(4, 4), Limits(solutions=limit))
    found = list(search)
    assert len(found) == len(set(found)) == limit
    assert search.outcome.stop is StopReason.SOLUTION_LIMIT
    counting = together(name, dominoes(4, 4), Limits(solutions=limit)).count()
    assert (counting.found, counting.stop) == (limit, StopReason.SOLUTION_LIMIT)


@every_backend
def test_a_limit_beyond_the_last_is_complete(name):
    assert together(name, dominoes(4, 4), Limits(solutions=37)).count().complete


@every_backend
@pytest.mark.parametrize("instance", [COUNTLESS, SILENT], ids=["many selections", "none for long"])
def test_a_time_limit_stops_it(name, instance):
    before = helpers()
    outcome = together(name, instance, Limits(seconds=0.3)).count()
    assert outcome.stop is StopReason.TIME_LIMIT
    assert helpers() <= before


@every_backend
def test_cancelled_before_it_starts_it_finds_nothing(name):
    with together(name, dominoes(4, 4)) as search:
        search.cancel()
        search.cancel()
        assert list(search) == []
    assert search.outcome.stop is StopReason.CANCELLED


@both_orders
@every_backend
def test_cancelled_in_the_loop_it_ends_with_what_was_seen(name, ordered):
    with together(name, LONG, ordered=ordered) as search:
        for number, _ in enumerate(search, start=1):
            if number == 10:
                search.cancel()
    assert (number, search.outcome.found) == (10, 10)
    assert search.outcome.stop is StopReason.CANCELLED


@every_backend
@pytest.mark.parametrize("instance", [COUNTLESS, SILENT], ids=["many selections", "none for long"])
@pytest.mark.parametrize("delay", [0, 0.01, 0.4])
def test_cancelled_from_another_thread_it_ends_and_leaves_nothing(name, instance, delay):
    before, processes = helpers(), children()
    with together(name, instance) as search:
        timer = threading.Timer(delay, search.cancel)
        timer.start()
        started = time.monotonic()
        assert search.count().stop is StopReason.CANCELLED
        assert time.monotonic() - started < delay + 20
        timer.join()
    assert helpers() <= before
    assert children() == processes


@every_backend
def test_leaving_early_leaves_no_thread_and_no_process(name):
    before, processes = helpers(), children()
    with together(name, LONG) as search:
        for _ in search:
            break
    assert search.outcome.stop is StopReason.CANCELLED
    assert helpers() <= before
    assert multiprocessing.active_children() == []
    assert children() == processes


@every_backend
def test_letting_go_of_a_search_leaves_nothing(name):
    before, processes = helpers(), children()
    search = together(name, LONG)
    next(iter(search))
    del search
    assert helpers() <= before
    assert children() == processes


@threaded
def test_a_loop_that_was_left_can_be_taken_up_again(name):
    with together(name, dominoes(4, 4)) as search:
        found = [s for s, _ in zip(search, range(5), strict=False)]
        found += next(search.batches(4)).selections()
        seen = search.outcome.found
        outcome = search.count()
    assert len(found) == len(set(found)) <= seen < 36
    assert outcome.found == 36
    assert outcome.complete


class Fragile(Backend):
    """Gives two selections, then breaks."""

    name = "fragile"
    accepts = Accepts()
    Options = NoOptions

    def _start(self, instance, limits, options):
        class Breaking(Search):
            def _fill(self, most):
                if self._found:
                    raise ZeroDivisionError("broken on purpose")
                return Batch.of([(0,), (1,)]), None

        return Breaking(limits)


@pytest.mark.parametrize("way", [list, ParallelSearch.count], ids=["loop", "count"])
def test_an_error_in_a_worker_reaches_the_caller(way, monkeypatch):
    monkeypatch.setattr(parallel_search, "THREADS", frozenset({"fragile"}))
    before = helpers()
    search = ParallelSearch(Fragile(), LONG, Limits(), None, Team(2))
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        way(search)
    assert search.outcome.stop is StopReason.CANCELLED
    assert helpers() <= before


def test_an_error_in_a_process_reaches_the_caller():
    """The options are judged there: the name of a solver that PySAT has, and that cannot be made."""
    options = SatOptions()
    object.__setattr__(options, "solver", "no such solver")
    processes = children()
    search = together("sat", LONG, options=options)
    with pytest.raises(Exception, match="no such solver"):
        search.count()
    assert children() == processes


def test_a_process_that_dies_is_an_error():
    before = children()
    search = together("sat", SILENT, Limits(seconds=60))

    def kill_one():
        while not (pids := set(children()) - set(before)):
            time.sleep(0.02)
        os.kill(int(pids.pop()), signal.SIGKILL)

    killer = threading.Thread(target=kill_one, daemon=True)
    with pytest.raises(BackendError, match="ended by itself"):
        killer.start()
        search.count()
    killer.join()
    assert children() == before


@threaded
def test_what_a_backend_does_not_take_is_refused_at_once(name):
    with pytest.raises(UnsupportedError):
        ParallelSearch(backends.get(name), make([ONCE], [[0]], goal=[1]), Limits(), None, Team(2))


SCRIPT = textwrap.dedent("""
    import sys, threading
    from contract.instances import dominoes, market_split
    from contract.test_parallel import children
    from tilemodel import backends
    from tilemodel.backends.search import Limits
    from tilemodel.parallel import ParallelSearch, Team

    name, instance, use = sys.argv[1:]
    try:
        with ParallelSearch(backends.get(name), eval(instance), Limits(), None, Team(2)) as search:
            print("running", flush=True)
            search.count() if use == "count" else [None for _ in search]
    except KeyboardInterrupt:
        others = [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]
        print("interrupted", search.outcome.stop.name, others, search.outcome.complete)
        print(children())
""")


@pytest.mark.parametrize("name", [*THREADED, "sat"])
@pytest.mark.parametrize(("instance", "use"), [("dominoes(10, 10)", "loop"), ("market_split(6, 60)", "count")])
def test_ctrl_c_is_a_keyboard_interrupt_and_leaves_nothing_behind(name, instance, use):
    here = Path(__file__).parents[1]
    command = [sys.executable, "-c", SCRIPT, name, instance, use]
    environment = {"PYTHONPATH": f"{here}:{':'.join(sys.path)}"}
    children()  # or skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        assert process.stdout.readline() == "running\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == 0
    assert output == "interrupted CANCELLED [] False\n[]\n"


def test_processes_end_with_the_one_that_asked():
    """Even where that is killed and can tell them nothing."""
    here = Path(__file__).parents[1]
    command = [sys.executable, "-c", SCRIPT, "sat", "market_split(6, 60)", "count"]
    environment = {"PYTHONPATH": f"{here}:{':'.join(sys.path)}"}
    children()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        assert process.stdout.readline() == "running\n"
        pids: list[str] = []
        for _ in range(200):
            if pids := children_of(process.pid):
                break
            time.sleep(0.02)
        assert pids
        process.kill()
    for _ in range(500):
        if not any(Path(f"/proc/{pid}/cmdline").exists() and is_running(pid) for pid in pids):
            return
        time.sleep(0.02)
    raise AssertionError("a process went on alone")


def is_running(pid: str) -> bool:
    """Whether it is there and no zombie that nobody has waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

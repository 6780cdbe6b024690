"""Two worker processes on this machine, one of them killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from tilemodel import load
from tilemodel.compiler import compile_puzzle
from tilemodel.runs.cluster import Cluster
from tilemodel.runs.journal import Journal
from tilemodel.runs.longrun import LongRun
from tilemodel.runs.question import Question

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        yield local


def test_a_worker_is_killed_and_the_total_is_exact(cluster, tmp_path):
    asked = Question(compile_puzzle(load("pentominoes-6x10")), backend="anchor")
    with Journal(tmp_path / "run.journal") as journal:
        run = LongRun(asked, journal, parts=150)
        executor = Cluster(asked, cluster.scheduler_address)

        def kill() -> None:
            while run.task_counts[0] < 10:
                time.sleep(0.02)
            worker = next(iter(cluster.workers.values()))
            os.kill(worker.pid, signal.SIGKILL)

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        outcome = run.run(executor)
        killer.join(timeout=10)
        assert outcome.complete
        assert run.found == 9356


def test_arrangements_come_back_whole(cluster, tmp_path):
    asked = Question(compile_puzzle(load("pentominoes-3x20")), distinct=True, listing=True)
    with Journal(tmp_path / "run.journal") as journal:
        run = LongRun(asked, journal, parts=10)
        run.run(Cluster(asked, cluster.scheduler_address))
        assert run.outcome.complete
        assert run.found == 2
        assert sum(map(len, journal.chunks())) == 2

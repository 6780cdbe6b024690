"""A run and its journal: the same answers as in one go, nothing lost, nothing twice, other questions refused."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from properties.puzzles import puzzles

from tilemodel import backends, load
from tilemodel.backends.search import Limits, Statistics, StopReason
from tilemodel.cli.main import main
from tilemodel.compiler import compile_puzzle
from tilemodel.driver import count
from tilemodel.errors import JournalError, UnsupportedError
from tilemodel.lattice import CUBIC
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.runs.crew import Crew, Report
from tilemodel.runs.journal import Journal, Result, State
from tilemodel.runs.longrun import LongRun, Shard
from tilemodel.runs.merge import merge
from tilemodel.runs.plan import divide, tasks
from tilemodel.runs.question import Question


def question(name: str = "soma", **asked) -> Question:
    return Question(compile_puzzle(load(name)), **asked)


def finished(asked: Question, journal: Journal, workers: int = 1, **settings) -> LongRun:
    run = LongRun(asked, journal, **settings)
    run.run(Crew(asked, workers))
    return run


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize(
    ("name", "backend", "expected"),
    [("soma", "anchor", (11520, 240)), ("soma", "mrv", (11520, 240)), ("lozenges-hexagon-2", "sat", (20, 6))],
)
def test_it_counts(tmp_path, name, backend, expected, distinct):
    if backend not in backends.names():
        pytest.skip(f"there is no {backend}")
    asked = question(name, backend=backend, distinct=distinct)
    with Journal(tmp_path / "run.journal") as journal:
        run = finished(asked, journal, workers=2)
        assert run.outcome.complete
        assert run.is_whole
        assert run.found == expected[distinct]


def test_what_is_in_the_journal_is_not_done_again(tmp_path):
    asked = question()
    with Journal(tmp_path / "run.journal") as journal:
        first = LongRun(asked, journal, parts=30)
        first.run(_Stopping(Crew(asked, 1), first, after=10))
        assert first.outcome.stop is StopReason.CANCELLED
        done, every = first.task_counts
        assert 10 <= done < every
        assert 0 < first.found < 11520
        assert 0 < first.statistics.done < 1
    with Journal(tmp_path / "run.journal") as journal:
        second = finished(asked, journal)
        assert second.resumed == done
        assert (second.found, second.outcome.complete) == (11520, True)
        third = finished(asked, journal)
        assert (third.found, third.resumed) == (11520, every)


class _Stopping:
    """An executor that has the run cancelled after so many reports."""

    def __init__(self, crew: Crew, run: LongRun, after: int):
        self._crew, self._run, self._left = crew, run, after
        self.workers = 1

    def submit(self, task, seconds):
        self._crew.submit(task, seconds)

    def reports(self, timeout):
        found = self._crew.reports(timeout)
        self._left -= len(found)
        if self._left <= 0:
            self._run.cancel()
        return found

    def statistics(self):
        return self._crew.statistics()

    def close(self):
        self._crew.close()


class _Inline:
    """An executor without threads that treats each task as it is told to."""

    workers = 3

    def __init__(self, asked: Question, treat):
        self._asked, self._treat, self._ready = asked, treat, []

    def submit(self, task, seconds):
        self._ready.append((task, seconds))

    def reports(self, timeout):
        ready, self._ready = self._ready, []
        return [self._treat(self, task, seconds) for task, seconds in ready]

    def do(self, task):
        term = self._asked.terms[task.term]
        outcome = backends.get(term.backend).count(task.part.instance(term.instance), Limits())
        return Report(task, Result(outcome.found))

    def statistics(self):
        return Statistics()

    def close(self):
        pass


def test_what_takes_too_long_is_divided_and_the_division_is_found_again(tmp_path):
    asked = question()

    slow = 0

    def short_of_time(executor, task, seconds):
        nonlocal slow
        slow += 1
        return Report(task, too_long=True) if slow in (1, 4, 5) else executor.do(task)

    with Journal(tmp_path / "run.journal") as journal:
        run = LongRun(asked, journal, parts=4)
        planned = len(journal.entries())
        stopping = _Inline(asked, short_of_time)
        stopping.reports, plain = lambda timeout: plain(timeout) if not run.cancel() else [], stopping.reports
        run.run(stopping)  # a first step alone
    with Journal(tmp_path / "run.journal") as journal:
        assert any(entry.state is State.DIVIDED for entry in journal.entries())
        run = LongRun(asked, journal)
        run.run(_Inline(asked, short_of_time))
        assert run.outcome.complete
        assert run.found == 11520
        assert len(journal.entries()) > planned


def test_what_cannot_be_divided_gets_all_the_time_it_needs(tmp_path):
    asked = question("lozenges-hexagon-2")
    with Journal(tmp_path / "run.journal") as journal:
        run = LongRun(asked, journal, parts=2)

        def never_in_time(executor, task, seconds):
            return executor.do(task) if seconds is None else Report(task, too_long=True)

        run.run(_Inline(asked, never_in_time))
        assert (run.found, run.outcome.complete) == (20, True)


def test_the_parts_of_a_task_are_the_task():
    asked = question(backend="anchor")
    term = asked.terms[0]
    for task in tasks(asked, [5]):
        whole = backends.get("anchor").count(task.part.instance(term.instance)).found
        parts = divide(asked, task)
        assert len({part.key for part in parts}) == len(parts)
        assert sum(backends.get("anchor").count(p.part.instance(term.instance)).found for p in parts) == whole


def test_parts_that_are_alike_are_counted_once_and_as_often_as_they_are(tmp_path):
    asked = question("y-pentominoes-10x10", backend="mrv")
    planned = tasks(asked, [30])
    assert sum(task.part.times for task in planned) > 2 * len(planned) >= 60
    with Journal(tmp_path / "run.journal") as journal:
        run = finished(asked, journal, parts=30)
        assert {entry.times for entry in journal.entries()} == {task.part.times for task in planned}
        assert run.found == 350


@pytest.mark.slow
def test_t_tetracubes_in_4_by_5_by_6(tmp_path):
    tee = Piece("T", ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1)), minimum=30, maximum=30)
    asked = Question(compile_puzzle(Puzzle(Board.box(4, 5, 6), (tee,), lattice=CUBIC)), backend="mrv")
    with Journal(tmp_path / "run.journal") as journal:
        assert finished(asked, journal, workers=2, parts=1000).found == 2132980


def test_a_task_that_kills_its_worker_is_left_and_the_rest_goes_on(tmp_path):
    asked = question()
    with Journal(tmp_path / "run.journal") as journal:
        run = LongRun(asked, journal, parts=20)
        bad = max(journal.entries(), key=lambda entry: entry.weight).key

        def deadly(executor, task, seconds):
            return Report(task, problem="the worker was killed") if task.key == bad else executor.do(task)

        run.run(_Inline(asked, deadly))
        assert not run.outcome.complete
        assert run.found < 11520
        assert [(entry.key, entry.note) for entry in run.given_up()] == [(bad, "the worker was killed")]
        done, every = run.task_counts
        assert done == every - 1
        assert finished(asked, journal).found == 11520  # tried anew


def test_a_result_that_differs_is_an_error(tmp_path):
    asked = question()
    with Journal(tmp_path / "run.journal") as journal:
        LongRun(asked, journal)
        key = journal.entries()[0].key
        assert journal.record(key, Result(7))
        assert not journal.record(key, Result(7))
        with pytest.raises(JournalError, match="found to have 7 selections, and then 8"):
            journal.record(key, Result(8))
        assert journal.entries()[0].found == 7


@pytest.mark.parametrize(
    ("first", "then", "differs"),
    [
        ({}, {"name": "soma-tunnel"}, "another model"),
        ({}, {"distinct": True}, "distinct 'no', and this run has 'yes'"),
        ({}, {"listing": True}, "question 'count'"),
        ({"backend": "anchor"}, {"backend": "sat"}, "backend 'anchor'"),
        ({"backend": "anchor"}, {"backend": "anchor", "options": "plain"}, "options 'default'"),
    ],
)
def test_another_question_is_refused(tmp_path, first, then, differs):
    if then.get("options"):
        then = then | {"options": backends.get("anchor").Options(plain=True)}
    with Journal(tmp_path / "run.journal") as journal:
        LongRun(question(**first), journal)
        with pytest.raises(JournalError, match=differs):
            LongRun(question(**then), journal)


def test_another_version_shard_or_plan_is_refused(tmp_path, monkeypatch):
    with Journal(tmp_path / "run.journal") as journal:
        LongRun(question(), journal, parts=10)
        with pytest.raises(JournalError, match="shard '1/1'"):
            LongRun(question(), journal, shard=Shard(1, 2))
        with pytest.raises(JournalError, match="plan '10'"):
            LongRun(question(), journal, parts=11)
    monkeypatch.setattr("tilemodel.runs.question.__version__", "1e6")
    with Journal(tmp_path / "run.journal") as journal, pytest.raises(JournalError, match="this run has '1e6'"):
        LongRun(question(), journal)


def test_shards_add_up(tmp_path):
    for distinct, expected in ((False, 11520), (True, 240)):
        asked = question(distinct=distinct)
        journals = [Journal(tmp_path / f"{distinct}{i}.journal") for i in (1, 2, 3)]
        for i, journal in enumerate(journals, 1):
            run = finished(asked, journal, shard=Shard(i, 3))
            assert run.outcome.complete
            assert not run.is_whole
        union = merge(journals)
        assert union.complete
        assert asked.answer(union.found) == expected
        assert merge(journals[:2]).missing == ("3/3",)
        with pytest.raises(JournalError, match="it is shard 1/3, and so is"):
            merge([journals[0], journals[0]])
        for journal in journals:
            journal.close()


@pytest.mark.parametrize("distinct", [False, True])
def test_arrangements_are_kept_checked_and_read_again(tmp_path, capsys, distinct):
    path = str(tmp_path / "run.journal")
    asked = ["run", "pentominoes-3x20", "--keep", "--journal", path, *(["--distinct"] if distinct else [])]
    assert main(asked) == 0
    expected = 2 if distinct else 8
    assert capsys.readouterr().out == f"{expected}\n"
    assert main(["check", "pentominoes-3x20", "--solutions", path]) == 0
    assert f"{expected} valid, 0 invalid, 0 duplicates" in capsys.readouterr().out
    assert main(["merge", "pentominoes-3x20", path, "--format", "jsonl"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len({line for line in lines if json.loads(line)["placements"]}) == expected
    assert main(["draw", "pentominoes-3x20", "--solutions", path]) == 0
    assert f"Arrangement {expected}:" in capsys.readouterr().out


def test_damage_is_noticed(tmp_path, capsys):
    path = tmp_path / "run.journal"
    assert main(["run", "pentominoes-3x20", "--keep", "--journal", str(path), "--parts", "3"]) == 0
    base = sqlite3.connect(path)
    with base:
        base.execute("UPDATE selections SET options = substr(options, 1, 9)")
    base.close()
    assert main(["check", "pentominoes-3x20", "--solutions", str(path)]) == 2
    assert "the journal is damaged (sub-instance" in capsys.readouterr().err
    path.write_bytes(path.read_bytes()[:5000] + b"x" * 3000)
    assert main(["run", "pentominoes-3x20", "--keep", "--journal", str(path), "--parts", "3"]) == 2
    assert "the journal is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE facts SET value = CAST(x'ff' AS TEXT) WHERE name = 'question'",
        "DELETE FROM facts WHERE name = 'question'",
        "UPDATE tasks SET state = 'dome'",
        "UPDATE tasks SET found = 'x'",
        "UPDATE tasks SET weight = 'x'",
        "UPDATE selections SET options = 7",
        "DELETE FROM selections",
        "INSERT INTO selections SELECT 'again', number, count, lengths, options, seal FROM selections LIMIT 1",
        "ALTER TABLE tasks RENAME COLUMN found TO lost",
        "DROP TABLE tasks",
        "DELETE FROM tasks WHERE key = (SELECT min(key) FROM tasks)",
        "UPDATE tasks SET found = found + 1",
        "INSERT INTO tasks SELECT key || '.7', state, weight, found, nodes, seconds, note, seal FROM tasks",
    ],
)
def test_damage_is_named_wherever_it_is(tmp_path, capsys, statement):
    path = str(tmp_path / "run.journal")
    assert main(["run", "pentominoes-3x20", "--keep", "--journal", path, "--parts", "3"]) == 0
    base = sqlite3.connect(path)
    with base:
        base.execute(statement)
    base.close()
    assert main(["merge", "pentominoes-3x20", path, "--format", "jsonl"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"tilemodel: {path}: the journal is damaged") and said.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"model = 1\n", "this is no journal"), (b"SQLite format 3\x00" + b"?" * 200, "the journal is damaged")],
)
def test_other_files_are_left_alone(tmp_path, capsys, content, said):
    path = tmp_path / "soma.toml"
    path.write_bytes(content)
    assert main(["run", "soma", "--journal", str(path)]) == 2
    assert said in capsys.readouterr().err
    assert path.read_bytes() == content


def test_a_journal_is_for_one_run_at_a_time(tmp_path, capsys):
    path = str(tmp_path / "run.journal")
    with Journal(path):
        assert main(["run", "soma", "--journal", path]) == 2
    assert "another run is writing it" in capsys.readouterr().err


def test_wrong_command_lines(tmp_path, capsys):
    path = str(tmp_path / "run.journal")
    empty = tmp_path / "empty.journal"
    empty.touch()
    for words, said in (
        (["run", "soma"], "--journal"),
        (["run", "soma", "--journal", path, "--shard", "3/2"], "I/N with I from 1 to N"),
        (["run", "soma", "--journal", path, "--ordered"], "--ordered and --seed have no meaning"),
        (["run", "soma", "--journal", str(tmp_path)], "Is a directory"),
        (["merge", "soma", path + "x"], "there is no such journal"),
        (["run", "soma", "--journal", path, "--cluster", "tcp://127.0.0.1:1"], "no scheduler answers"),
        (["run", "soma", "--journal", path, "--cluster", "nowhere"], "give tcp://HOST:PORT"),
        (["merge", "soma", path, path], "named twice"),
        (["merge", "soma", str(empty)], "the journal is empty"),
    ):
        assert main(words) == 2, words
        assert said in capsys.readouterr().err, words


def test_a_time_limit_keeps_what_is_done(tmp_path, capsys):
    path = str(tmp_path / "run.journal")
    words = ["run", "iq-fit", "--backend", "anchor", "--journal", path, "--parts", "20", "--format", "json"]
    assert main([*words, "--time-limit", "0.3"]) == 3
    told = capsys.readouterr()
    answer = json.loads(told.out)
    assert answer["complete"] is False
    assert answer["count"] < 4331140
    assert "the same command goes on" in told.err


def test_no_options_and_no_arrangement(tmp_path):
    for name in ("mutilated-chessboard", "fault-free-dominoes-6x6"):
        with Journal(tmp_path / name) as journal:
            run = finished(question(name), journal)
            assert (run.found, run.outcome.complete) == (0, True)


@given(puzzles())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_puzzle_counts_as_in_one_go(tmp_path_factory, puzzle):
    compilation = compile_puzzle(puzzle)
    for distinct in (False, True):
        try:
            asked = Question(compilation, distinct=distinct)
        except UnsupportedError:
            continue
        with Journal(tmp_path_factory.mktemp("run") / "journal") as journal:
            run = LongRun(asked, journal, parts=7)
            run.run(_Inline(asked, lambda executor, task, seconds: executor.do(task)))
            assert run.found == count(puzzle, backend="reference", distinct=distinct)


def test_a_journal_of_another_cut_is_refused(tmp_path):
    asked = question()
    with Journal(tmp_path / "run.journal") as journal:
        planned = LongRun(asked, journal, parts=5)
        journal.divide(journal.entries()[0].key, [("0x1:999", 1.0)])
        with pytest.raises(JournalError, match="it lacks sub-instance|'0x1:999' that is not part of this run"):
            LongRun(asked, journal)
    assert planned.task_counts[0] == 0


def test_a_changed_bit_is_noticed_or_changes_nothing(tmp_path):
    """Wherever it is, in the numbers of a count as well: an answer is right, or there is none."""
    path, hurt = tmp_path / "run.journal", tmp_path / "hurt.journal"
    with Journal(path) as journal:
        asked = question(distinct=True)
        finished(asked, journal, parts=20)
    content, random, refused = path.read_bytes(), Random(1), 0
    for _ in range(150):
        place = random.randrange(len(content))
        hurt.write_bytes(content[:place] + bytes([content[place] ^ 1 << random.randrange(8)]) + content[place + 1 :])
        try:
            with Journal(hurt, create=False) as journal:
                union = merge([journal])
                assert (asked.answer(union.found), union.complete) == (240, True)
        except JournalError:
            refused += 1
    assert 10 < refused < 140


def test_the_name_of_a_folder_is_no_journal(tmp_path: Path):
    with pytest.raises(JournalError):
        Journal(tmp_path)

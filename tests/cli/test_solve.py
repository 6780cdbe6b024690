"""``solve`` and ``count``: what is printed where, and the exit status."""

import json

import pytest
from cli_models import BEST, BEST_OF_TWO, IMPOSSIBLE, MANY, TWO_BARS


@pytest.mark.parametrize("backend", ["auto", "anchor", "cpsat", "sat", "reference"])
def test_one_arrangement(run, model, backend):
    result = run("solve", model(TWO_BARS), "--backend", backend)
    assert result.status == 0
    assert result.out.count("D") == 6
    assert result.err.startswith("1 arrangement (backend ")


def test_all_in_text_have_headings(run, model):
    result = run("solve", model(TWO_BARS), "--all")
    assert [line for line in result.out.splitlines() if "Arr" in line] == [f"Arrangement {n}:" for n in (1, 2, 3)]
    assert "3 arrangements in all" in result.err


def test_quiet_prints_results_alone(run, model):
    result = run("solve", model(TWO_BARS), "--quiet")
    assert (result.status, result.err) == (0, "")


def test_verbose_says_which_engine_and_why(run, model):
    result = run("solve", model(TWO_BARS), "--verbose")
    assert "backend anchor: " in result.err and "7 placements" in result.err


def test_none_is_an_answer(run, model):
    result = run("solve", model(IMPOSSIBLE))
    assert (result.status, result.out) == (1, "no arrangement exists (proved)\n")


def test_json(run, model):
    answer = run("solve", model(TWO_BARS), "--backend", "anchor", "--format", "json").json
    assert {key: answer[key] for key in ("model", "backend", "status", "complete")} == {
        "model": "model",
        "backend": "anchor",
        "status": "satisfiable",
        "complete": False,
    }
    (solution,) = answer["solutions"]
    assert [placed["piece"] for placed in solution["placements"]] == ["D"] * 3
    assert sorted(c for placed in solution["placements"] for c in placed["cells"]) == [
        [r, c] for r in range(2) for c in range(3)
    ]
    assert answer["statistics"].keys() >= {"placements", "nodes", "build_seconds", "solve_seconds"}
    assert answer["statistics"]["placements"] == 7
    assert "objective" not in answer


def test_json_of_none(run, model):
    result = run("solve", model(IMPOSSIBLE), "--format", "json")
    assert result.status == 1
    assert (result.json["status"], result.json["complete"], result.json["solutions"]) == ("unsatisfiable", True, [])


def test_json_of_all_is_complete(run, model):
    result = run("solve", model(TWO_BARS), "--all", "--format", "json")
    assert result.status == 0 and result.json["complete"] and len(result.json["solutions"]) == 3


def test_fewer_than_the_limit_is_answered(run, model):
    result = run("solve", model(TWO_BARS), "--limit", 9, "--format", "jsonl")
    assert result.status == 0 and len(result.lines) == 3


def test_distinct(run, model):
    result = run("solve", model(TWO_BARS), "--all", "--distinct", "--format", "jsonl")
    assert len(result.lines) == 2


def test_arrays_and_objects_print_the_same(run):
    """Listing many goes through arrays, listing few through objects."""
    few = run("solve", "pentominoes-6x10", "--backend", "anchor", "--limit", 100, "--format", "jsonl").out
    many = run("solve", "pentominoes-6x10", "--backend", "anchor", "--limit", 101, "--format", "jsonl").out
    assert many.startswith(few) and many.count("\n") == 101
    as_json = run("solve", "pentominoes-6x10", "--backend", "anchor", "--limit", 101, "--format", "json").json
    assert as_json["solutions"] == [json.loads(line) for line in many.splitlines()]


def test_the_best_arrangement(run, model):
    result = run("solve", model(BEST), "--format", "json")
    assert result.status == 0
    assert (result.json["objective"], result.json["optimal"]) == (4, True)
    assert len(result.json["solutions"]) == 1
    assert "an arrangement of 4, proved best" in result.err
    assert len(run("solve", model(BEST), "--format", "jsonl").lines) == 1


@pytest.mark.parametrize("backend", ["auto", "cpsat", "sat", "reference"])
def test_a_best_one_is_the_same_up_to_symmetry(run, model, backend):
    """The filter of orbits must not drop a best arrangement because another of its orbit is the canonical one."""
    result = run("solve", model(BEST_OF_TWO), "--distinct", "--backend", backend, "--format", "json")
    assert result.status == 0
    assert (result.json["objective"], result.json["optimal"], len(result.json["solutions"])) == (5, True, 1)


def test_better_arrangements_are_shown_as_they_come(run, model):
    path = model(BEST_OF_TWO)
    result = run("solve", path, "--backend", "reference")
    headings = [line for line in result.out.splitlines() if line.startswith("Arrangement")]
    values = [int(line.split()[-1].rstrip(":")) for line in headings]
    assert len(values) > 1 and values == sorted(set(values)) and values[-1] == 5
    assert result.out.endswith("\nobjective 5, proved best\n")
    # In data the best one stands alone.
    (line,) = run("solve", path, "--backend", "reference", "--format", "jsonl").lines
    assert sum(len(placed["cells"]) for placed in line["placements"]) == 5


def test_not_proved_best(run):
    words = ("solve", "t-tetrominoes-7x7", "--backend", "reference", "--time-limit", 0.5)
    result = run(*words)
    assert result.status == 3 and result.out.endswith(", not proved best\n")
    answer = run(*words, "--format", "json")
    assert answer.status == 3 and answer.json["optimal"] is False and answer.json["objective"] > 0


def test_several_best_arrangements_are_refused(run, model):
    result = run("solve", model(BEST), "--all")
    assert result.status == 2 and "objective" in result.err


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_stopped_before_the_answer(run, form):
    result = run("solve", "v-pentacubes-5x5x5", "--backend", "reference", "--time-limit", 0.05, "--format", form)
    assert (result.status, result.out) == (3, "")
    assert "no arrangement found so far; stopped (time limit)" in result.err


def test_stopped_with_some_found(run, model):
    path = model(MANY)
    result = run("solve", path, "--all", "--backend", "reference", "--time-limit", 0.5, "--format", "json")
    assert result.status == 3
    assert (result.json["status"], result.json["complete"]) == ("satisfiable", False)
    assert result.json["solutions"]


def test_removed_and_fixed(run, model):
    result = run("solve", model(TWO_BARS), "--all", "--fix", "D=0,0 1,0", "--format", "jsonl")
    assert len(result.lines) == 2
    result = run("solve", model(MANY), "--remove", "0,0", "--remove", "7,7", "--fix", "D=0,1 0,2")
    assert (result.status, result.out) == (1, "no arrangement exists (proved)\n")


# Output files.


def test_output_file(run, model, tmp_path):
    target = tmp_path / "out.json"
    result = run("solve", model(TWO_BARS), "--format", "json", "--output", target)
    assert (result.status, result.out) == (0, "")
    assert json.loads(target.read_text())["status"] == "satisfiable"
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_output_is_replaced_whole_or_not_at_all(run, model, tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("before")
    assert run("solve", model(BEST), "--all", "--output", target).status == 2
    assert target.read_text() == "before"
    target.chmod(0o640)
    assert run("solve", model(TWO_BARS), "--output", target).status == 0
    assert "D" in target.read_text() and target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["x" * 300, ".", "missing/out.json", "bad\0name"])
def test_impossible_output_is_refused_first(run, model, tmp_path, name):
    result = run("solve", model(MANY), "--all", "--output", str(tmp_path) + "/" + name)
    assert result.status == 2 and result.err.startswith("tilemodel: --output: ")


# Counting.


@pytest.mark.parametrize("backend", ["auto", "anchor", "cpsat", "sat", "reference"])
def test_count_is_the_number_alone(run, model, backend):
    result = run("count", model(TWO_BARS), "--backend", backend)
    assert result == (0, "3\n", "")
    assert run("count", model(TWO_BARS), "--backend", backend, "--distinct").out == "2\n"


def test_count_of_none_is_an_answer(run, model):
    assert run("count", model(IMPOSSIBLE)) == (0, "0\n", "")


def test_count_ignores_the_objective(run, model):
    assert run("count", model(BEST)).out == "8\n"


def test_count_json(run, model):
    answer = run("count", model(TWO_BARS), "--distinct", "--format", "json").json
    assert {k: answer[k] for k in ("model", "count", "complete", "distinct")} == {
        "model": "model",
        "count": 2,
        "complete": True,
        "distinct": True,
    }
    assert answer["statistics"]["placements"] == 7


def test_a_part_is_never_shown_as_a_count(run, model):
    words = ("count", model(MANY), "--backend", "reference", "--time-limit", 0.3)
    result = run(*words)
    assert result.status == 3 and result.out.startswith("at least ")
    assert "this is not the count" in result.err
    result = run(*words, "--format", "json")
    assert result.status == 3 and result.json["complete"] is False

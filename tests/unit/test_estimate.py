"""Estimates: exact where nothing is sampled, without bias where something is, and honest about the spread."""

from __future__ import annotations

import json
import math
import statistics

import pytest

from tilemodel import Board, Piece, Puzzle, load
from tilemodel.backends import get
from tilemodel.backends.population import Sampler, Tree
from tilemodel.backends.search import Limits
from tilemodel.cli.main import main
from tilemodel.compiler import compile_puzzle
from tilemodel.errors import UnsupportedError, UsageError
from tilemodel.estimate import estimate
from tilemodel.formats.model import parse_model
from tilemodel.instance import Instance

SPARE_ROOM = """
[board]
size = [3, 5]
optional = true
[[piece]]
name = "L"
drawing = '''
##
#.
'''
count = { min = 1, max = 3 }
[[piece]]
name = "I"
size = [1, 3]
count = { min = 0, max = 2 }
[[constraint]]
kind = "count"
piece = "I"
min = 1
"""


def instance_of(puzzle: Puzzle) -> Instance:
    return compile_puzzle(puzzle).instance


def counted(instance: Instance) -> int:
    outcome = get("anchor").count(instance, Limits())
    assert outcome.complete
    return outcome.found


@pytest.fixture(scope="module")
def instances() -> dict[str, Instance]:
    domino = Piece.draw("D", "##", minimum=0, maximum=None)
    return {
        "dominoes": instance_of(Puzzle(Board.box(4, 6), (domino,))),
        "soma": instance_of(load("soma")),
        "no-crossroads": instance_of(load("tetrominoes-double-4x10")),
        "fault-free": instance_of(load("fault-free-dominoes-5x6")),
        "spare room": instance_of(parse_model(SPARE_ROOM)),
    }


@pytest.mark.parametrize("tree", Tree, ids=lambda tree: tree.name.lower())
@pytest.mark.parametrize("name", ["dominoes", "no-crossroads", "fault-free", "spare room"])
def test_a_population_that_loses_nothing_counts(instances, name, tree):
    (replicate,) = Sampler(instances[name]).replicates(1_000_000, range(1), tree)
    assert replicate.exact
    assert round(math.exp(replicate.log_selections)) == counted(instances[name])


@pytest.mark.parametrize("tree", Tree, ids=lambda tree: tree.name.lower())
@pytest.mark.parametrize(("name", "most"), [("dominoes", 3), ("fault-free", 20), ("spare room", 12), ("soma", 60)])
def test_the_mean_of_many_replicates_is_the_count(instances, name, most, tree):
    replicates = list(Sampler(instances[name]).replicates(most, range(200 if name != "soma" else 40), tree))
    assert not any(replicate.exact for replicate in replicates)
    found = [math.exp(replicate.log_selections) for replicate in replicates]
    error = statistics.stdev(found) / len(found) ** 0.5
    assert abs(statistics.mean(found) - counted(instances[name])) < 4 * error


def test_the_mean_size_of_the_tree_is_the_size_of_the_tree(instances):
    sampler = Sampler(instances["soma"])
    (whole,) = sampler.replicates(1_000_000, range(1))
    found = [math.exp(replicate.log_nodes) for replicate in sampler.replicates(60, range(60))]
    error = statistics.stdev(found) / len(found) ** 0.5
    assert abs(statistics.mean(found) - math.exp(whole.log_nodes)) < 4 * error


def test_a_scan_has_the_nodes_of_the_plain_scan(instances):
    """Where no look-ahead cuts anything off, the tree is the very one that the plain engine walks."""
    (replicate,) = Sampler(instances["dominoes"]).replicates(1_000_000, range(1), Tree.SCAN)
    anchor = get("anchor")
    with anchor.search(instances["dominoes"], options=anchor.Options(plain=True)) as search:
        search.count()
    assert round(math.exp(replicate.log_nodes)) == search.statistics.nodes - 1  # which counts the root, too


def test_an_interval_holds_the_count_about_as_often_as_it_says():
    compilation = compile_puzzle(load("soma"))
    abouts = [estimate(compilation, population=60, replicates=8, seed=seed) for seed in range(20)]
    assert all(about.reliable and not about.exact for about in abouts)
    hits = sum(about.log_interval[0] <= math.log(11520) <= about.log_interval[1] for about in abouts)
    assert 16 <= hits  # 95 % of 20 is 19; fewer than 16 come about once in 400 times


T_TETRACUBES = """
lattice = "cubic"
[board]
size = {size}
[[piece]]
name = "T"
shape = "T tetracube"
count = {count}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "truth", "population"),
    [
        ([4, 4, 6], 43384, 20),
        ([4, 4, 8], 9978720, 40),
        ([4, 5, 6], 2132980, 40),
        ([3, 6, 8], 57827284, 40),
        ("soma", 11520, 60),
        ("iq-fit", 4331140, 100),
        ("pentominoes-6x10", 9356, 150),
    ],
    ids=str,
)
def test_intervals_of_known_counts(name, truth, population):
    """Over many seeds the mean is the number, and the intervals hold it about as often as they say."""
    if isinstance(name, str):
        puzzle = load(name)
    else:
        puzzle = parse_model(T_TETRACUBES.format(size=name, count=math.prod(name) // 4))
    compilation = compile_puzzle(puzzle)
    abouts = [estimate(compilation, population=population, seed=seed) for seed in range(30)]
    assert all(about.reliable and not about.exact for about in abouts)
    hits = sum(about.log_interval[0] <= math.log(truth) <= about.log_interval[1] for about in abouts)
    assert 25 <= hits  # 95 % of 30 is 28.5; fewer than 25 come about once in 300 times
    ratios = [math.exp(about.log_estimate) / truth for about in abouts]
    assert abs(statistics.mean(ratios) - 1) < 4 * statistics.stdev(ratios) / len(ratios) ** 0.5


def test_the_same_seed_gives_the_same_whatever_the_workers():
    compilation = compile_puzzle(load("soma"))
    one, two = (estimate(compilation, population=50, seed=7, workers=workers) for workers in (1, 2))
    assert one == two
    assert estimate(compilation, population=50, seed=8) != one


def test_nothing_to_be_found_is_zero_exactly():
    about = estimate(compile_puzzle(load("fault-free-dominoes-6x6")))
    assert about.exact
    assert about.log_estimate == -math.inf


def test_samples_that_met_nothing_are_no_proof():
    about = estimate(compile_puzzle(load("pentominoes-6x10")), population=2)
    assert not about.reliable
    assert about.log_interval == (-math.inf, about.log_nodes)


def test_numbers_beyond_any_float():
    domino = Piece.draw("D", "##", minimum=0, maximum=None)
    about = estimate(compile_puzzle(Puzzle(Board.box(4, 1400), (domino,))), population=40, replicates=2, scan=True)
    counts = [1, 1, 5, 11]  # A005178
    while len(counts) <= 1400:
        counts.append(counts[-1] + 5 * counts[-2] + counts[-3] - counts[-4])
    assert counts[-1] > 10**400
    low, high = about.log_interval
    assert low < math.log(counts[-1]) < high < low + 1e-6
    assert not about.exact  # a logarithm does not hold so many digits


def test_what_cannot_be_estimated_is_refused():
    with pytest.raises(UsageError, match="at least 2 replicates"):
        estimate(compile_puzzle(load("soma")), replicates=1)
    with pytest.raises(UsageError, match="confidence"):
        estimate(compile_puzzle(load("soma")), confidence=1.0)
    from contract.instances import ONCE, make

    with pytest.raises(UnsupportedError, match="covered at most once"):
        Sampler(make([ONCE, (0, 2)], [(0,), (1,)]))


def test_the_command_prints_what_it_promises(capsys):
    assert main(["estimate", "soma", "--format", "json", "--population", "100"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["interval"][0] < 11520 < answer["interval"][1]
    assert answer["confidence"] == 0.95
    assert answer["replicates"] == 20
    assert 100_000 < answer["nodes"] < 500_000
    assert {engine["engine"] for engine in answer["engines"]} >= {"anchor"}
    assert main(["estimate", "soma", "--population", "100"]) == 0
    assert "count with anchor: done in" in capsys.readouterr().out

"""The tasks of a run: disjoint parts of its terms, the same ones each time, with the work expected in each."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tilemodel.backends.population import Sampler, Tree
from tilemodel.errors import UnavailableError, UnsupportedError
from tilemodel.instance import Instance
from tilemodel.parallel.alike import parts_up_to_symmetry
from tilemodel.parallel.parts import Part, cut
from tilemodel.parallel.team import ALONG_SCAN
from tilemodel.runs.question import Question, Term

LARGEST_PLAN = 2000
"""Tasks of a term at the beginning; those that take too long are divided later."""

_NODES = 2e7  # expected in a task at most, where that does not ask for more tasks
_COARSE, _FINE = 50, 8  # states a level that are enough to plan by, and to weigh a task


@dataclass(frozen=True)
class Task:
    """A part of a term, the ``term``-th of the question."""

    term: int
    part: Part

    @property
    def key(self) -> str:
        """Its name in the journal: the term, how often it counts, and the branches that lead to it."""
        return f"{self.term}x{self.part.times}:{'.'.join(map(str, self.part.path))}"


def sizes(question: Question) -> list[int]:
    """Into how many parts to cut each term: as the expected size of its tree asks for."""
    expected = (_expected(term, term.instance, _COARSE) for term in question.terms)
    return [min(LARGEST_PLAN, max(8, math.ceil(nodes / _NODES))) for nodes in expected]


def tasks(question: Question, numbers: list[int]) -> list[Task]:
    """The tasks that a run begins with: the same for the same question and numbers, on every machine."""
    return [
        Task(t, part)
        for t, (term, number) in enumerate(zip(question.terms, numbers, strict=True))
        for part in _parts(term, number)
    ]


def _parts(term: Term, number: int) -> list[Part]:
    """A term in about so many parts, of which some may stand for others that are alike."""
    along_scan = term.backend in ALONG_SCAN
    alike = parts_up_to_symmetry(term.instance, term.motions, number, along_scan=along_scan) if term.motions else []
    return cut(term.instance, number, along_scan=along_scan, begin=alike)


def divide(question: Question, task: Task, number: int = 16) -> list[Task]:
    """The tasks that together are one task; none where it has plainly no selection, one where it cannot be cut."""
    term = question.terms[task.term]
    options = task.part.options()
    found = []
    for part in cut(task.part.instance(term.instance), number, along_scan=term.backend in ALONG_SCAN):
        keep = sum(1 << options[k] for k in part.options())
        must = tuple(sorted({*task.part.must, *part.must}))
        found.append(Task(task.term, Part(keep, must, task.part.path + part.path, times=task.part.times)))
    return found


def weight(question: Question, task: Task) -> float:
    """The work expected in a task, in nodes; only how weights compare means anything."""
    term = question.terms[task.term]
    return _expected(term, task.part.instance(term.instance), _FINE)


def _expected(term: Term, instance: Instance, population: int) -> float:
    """About how many nodes a search of the instance takes."""
    try:
        sampler = Sampler(instance)
    except (UnsupportedError, UnavailableError):
        return float(instance.option_count) ** 2  # no more than a guess
    tree = Tree.SCAN if term.backend in ALONG_SCAN else Tree.SMALLEST
    logs = [replicate.log_nodes for replicate in sampler.replicates(population, range(2), tree)]
    return 1 + sum(math.exp(min(log, 600)) for log in logs) / len(logs)

"""Arrangements in each of the formats of ``solve``: added as they are found, then finished with the report."""

from __future__ import annotations

import abc
import json
import os
import shutil
import tempfile
from typing import Any

from tilemodel.cli.fragments import Fragments, to_json
from tilemodel.cli.output import Output
from tilemodel.cli.pictures import PICTURES
from tilemodel.cli.report import Report
from tilemodel.formats.solutions import solution_to_dict
from tilemodel.placements import Placements
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution, worth


class Listing(abc.ABC):
    """Takes arrangements one by one."""

    _best: Solution | None = None

    @abc.abstractmethod
    def add(self, solution: Solution) -> None:
        """One more arrangement."""

    def improve(self, solution: Solution) -> None:
        """An arrangement better than all before it, where there is an objective. In data the last one alone counts."""
        self._best = solution

    @abc.abstractmethod
    def finish(self, report: Report) -> None:
        """All that there will be has been added."""


class BatchListing(Listing):
    """Takes arrangements as arrays, too, from fragments of text made once for each placement."""

    _between: bytes
    """What stands between two arrangements."""

    _fragments: Fragments | None = None

    def add(self, solution: Solution) -> None:
        self._add_text(to_json(solution_to_dict(solution)))

    def add_batch(self, placements: Placements, offsets: Any, chosen: Any) -> None:
        """Several more, as the driver's ``batches`` gives them."""
        self._fragments = self._fragments or Fragments(placements, self._between)
        self._add_text(self._fragments.text(offsets, chosen))

    @abc.abstractmethod
    def _add_text(self, text: bytes) -> None:
        """One more as JSON, or several with what stands between them."""


def listing_for(form: str, puzzle: Puzzle, output: Output, *, several: bool) -> Listing:
    """The listing of a format; ``several``: more than one arrangement may come."""
    if form == "json":
        return _Json(puzzle, output)
    if form in PICTURES:
        return PictureListing(form, puzzle, output)
    return _JsonLines(output) if form == "jsonl" else TextListing(puzzle, output, several=several)


class TextListing(Listing):
    """Pictures, numbered where several may come; the legend stands under the first."""

    def __init__(self, puzzle: Puzzle, output: Output, *, several: bool):
        from tilemodel.render.terminal import color_depth
        from tilemodel.render.text import TextPicture

        width = shutil.get_terminal_size().columns if output.is_terminal else 100
        self._picture = TextPicture(
            puzzle,
            depth=color_depth(output.is_terminal, os.environ),
            width=width,
            ascii_only=not _can_write_lines(output.encoding),
        )
        self._puzzle, self._output, self._several = puzzle, output, several
        self._number = 0

    def draw_puzzle(self) -> None:
        """The bare board, and the pieces."""
        self._output.write(f"{self._picture.draw_puzzle()}\n")

    def add(self, solution: Solution) -> None:
        self._number += 1
        self._draw(solution, f"Arrangement {self._number:,}:\n" if self._several else "")

    def improve(self, solution: Solution) -> None:
        self._number += 1
        self._draw(solution, f"Arrangement {self._number:,}, objective {worth(self._puzzle, solution):,}:\n")

    def _draw(self, solution: Solution, heading: str) -> None:
        between = "\n" if self._number > 1 else ""
        self._output.write(f"{between}{heading}{self._picture.draw(solution)}\n")
        if self._number == 1 and self._picture.legend:
            self._output.write(f"\n{self._picture.legend}\n")
        self._output.flush()

    def finish(self, report: Report) -> None:
        if report.objective is not None:
            doubt = "" if report.optimal else "not "
            self._output.write(f"\nobjective {report.objective:,}, {doubt}proved best\n")
        elif report.complete and not report.found:
            self._output.write("no arrangement exists (proved)\n")


def _can_write_lines(encoding: str) -> bool:
    try:
        "─│┼".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class PictureListing(Listing):
    """One file with all arrangements in it, drawn at the end."""

    def __init__(self, form: str, puzzle: Puzzle, output: Output):
        self._medium, self._puzzle, self._output = PICTURES[form], puzzle, output
        self._solutions: list[Solution] = []
        self._medium.check_ready()

    def add(self, solution: Solution) -> None:
        self._medium.check_number(len(self._solutions) + 1)
        self._solutions.append(solution)

    def finish(self, report: Report) -> None:
        if self._best is not None:
            self.add(self._best)
        self.draw("no arrangement exists (proved)" if report.complete else "no arrangement found so far")

    def draw(self, remark: str) -> None:
        """Make the file; it says the remark where nothing was added."""
        self._output.write(self._medium.paint(self._puzzle, self._solutions, remark))


class _JsonLines(BatchListing):
    """One arrangement a line, and nothing else."""

    _between = b"\n"

    def __init__(self, output: Output):
        self._output = output

    def _add_text(self, text: bytes) -> None:
        self._output.write(text)
        self._output.write(b"\n")
        self._output.flush()

    def finish(self, report: Report) -> None:
        if self._best is not None:
            self.add(self._best)


class _Json(BatchListing):
    """One object. What it begins with is known at the end only, so the arrangements wait in a temporary file."""

    _between = b",\n  "

    def __init__(self, puzzle: Puzzle, output: Output):
        self._puzzle, self._output = puzzle, output
        self._waiting = tempfile.SpooledTemporaryFile(max_size=50_000_000)
        self._before = b"\n  "

    def _add_text(self, text: bytes) -> None:
        self._waiting.write(self._before)
        self._waiting.write(text)
        self._before = self._between

    def finish(self, report: Report) -> None:
        head = {**report.head, "status": report.satisfiability, "complete": report.complete}
        if report.objective_asked:
            head |= {"objective": report.objective, "optimal": report.optimal}
        if self._best is not None:
            self.add(self._best)
        self._output.write(json.dumps(head)[:-1] + ',\n "solutions": [')
        self._waiting.seek(0)
        while block := self._waiting.read(1 << 20):
            self._output.write(block)
        self._output.write(f'],\n "statistics": {json.dumps(report.statistics)}}}\n')
        self._waiting.close()

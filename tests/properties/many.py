"""Judge many random puzzles: ``python tests/properties/many.py 20000 --seed 1``; Ctrl-C ends it with what was seen.

Each law judges so many puzzles, in chunks that take turns, so that an interrupted run has tried them all alike.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "src")]

from properties.judging import judge  # noqa: E402
from properties.laws import LAWS  # noqa: E402

from tilemodel.backends import names  # noqa: E402
from tilemodel.puzzle import Puzzle  # noqa: E402

CHUNK = 250


class Census:
    """What was judged: how often by each law, on which lattices, with which rules, with or without arrangements."""

    def __init__(self) -> None:
        self.judged: Counter[str] = Counter()
        self.traits: Counter[str] = Counter()
        self.started = time.monotonic()

    def add(self, law: str, puzzle: Puzzle) -> None:
        self.judged[law] += 1
        self.traits[puzzle.lattice.name] += 1
        self.traits.update({rule.kind for rule in puzzle.constraints})
        self.traits[f"{len(puzzle.constraints)} rules"] += 1
        self.traits["match"] += puzzle.match

    def __str__(self) -> str:
        laws = "".join(f"\n  {count:7,}  {law}" for law, count in self.judged.items())
        traits = ", ".join(f"{trait} {count:,}" for trait, count in self.traits.most_common())
        seconds = time.monotonic() - self.started
        how_many = f"{self.judged.total():,} judgements in {seconds:.0f} s on {', '.join(names())}"
        return f"{how_many}:{laws}\n  of puzzles: {traits}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzles", type=int, help="how many each law judges")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--law", action="append", choices=[law.__name__ for law in LAWS], help="this one alone")
    arguments = parser.parse_args()
    laws = [law for law in LAWS if not arguments.law or law.__name__ in arguments.law]
    census, broken = Census(), set()
    try:
        for chunk in range(-(-arguments.puzzles // CHUNK)):
            for law in laws:
                name = law.__name__
                before = census.judged[name]
                try:
                    judge(law, CHUNK, arguments.seed * 1_000_000 + chunk, partial(census.add, name))
                except Exception:
                    broken.add(name)
                    traceback.print_exc()
                    print(f"BROKEN: {name}, after {census.judged[name] - before} of chunk {chunk}", flush=True)
            print(census, flush=True)
    except KeyboardInterrupt:
        print(f"interrupted; {census}")
    print("broken: " + ", ".join(sorted(broken)) if broken else "all laws held")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

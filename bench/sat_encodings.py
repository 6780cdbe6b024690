"""How the SAT backend should write sums as clauses: our layered sums against PySAT's encodings, measured.

``python bench/sat_encodings.py [--seconds 20] [--only WORD]`` prints, for each puzzle and encoding, clauses, conflicts
and seconds of processor time. Every answer is compared with that of the others.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pipe, Process
from typing import Any

from pysat.card import CardEnc
from pysat.card import EncType as CardType
from pysat.pb import EncType as PBType
from pysat.pb import PBEnc

from tilemodel import backends
from tilemodel.backends._cnf import Encoder
from tilemodel.backends._sums import Sum, sums
from tilemodel.backends.search import Limits
from tilemodel.compiler import compile_puzzle
from tilemodel.formats.model import parse_model

_ORIGINAL = Encoder._layered
Clauses = list[list[int]]
CARDINALITY = ("seqcounter", "cardnetwrk", "totalizer", "kmtotalizer")
PSEUDO_BOOLEAN = ("bdd", "seqcounter", "sortnetwrk", "adder")

PENTOMINOES = """
[board]
size = {size}
[[set]]
name = "pentominoes"
only = ["F", "I", "L", "N", "P", "T"]
group = "red"
[[set]]
name = "pentominoes"
without = ["F", "I", "L", "N", "P", "T"]
group = "blue"
"""
TETROMINOES = """
[board]
size = {size}
[[set]]
name = "tetrominoes"
count = {{ min = 0 }}
"""
DOMINOES = """
[board]
size = {size}
[[piece]]
name = "red"
drawing = "##"
count = {{ min = 0 }}
group = "red"
[[piece]]
name = "blue"
drawing = "##"
count = {{ min = 0 }}
group = "blue"
"""
SOMA = """
lattice = "cubic"
[board]
size = [3, 3, 3]
[[set]]
name = "soma"
"""


def rule(kind: str, **keys: object) -> str:
    """A constraint in TOML; strings and lists as JSON writes them."""
    import json

    return f'[[constraint]]\nkind = "{kind}"\n' + "".join(f"{k} = {json.dumps(v)}\n" for k, v in keys.items())


def questions() -> Iterator[tuple[str, str, int | None]]:
    """A name, a model, and how many arrangements are wanted (None: all, or the proof that there is none)."""
    balanced = rule("balance", groups=["red", "blue"], zone="checkerboard")
    yield "balance 6x10, first", PENTOMINOES.format(size=[6, 10]) + balanced, 1
    yield "balance 5x12, first", PENTOMINOES.format(size=[5, 12]) + balanced, 1
    columns = rule("cover", zone="columns", group="red", min=2, max=4)
    yield "cover columns 6x10, first", PENTOMINOES.format(size=[6, 10]) + columns, 1
    rows = rule("cover", zone="rows", group="red", exactly=10)
    yield "cover rows 3x20, all", PENTOMINOES.format(size=[3, 20]) + rows, None
    layers = rule("cover", zone="layers", piece="L", min=1, max=2) + rule("cover", zone="rows", piece="T", max=2)
    yield "cover soma, first", SOMA + layers, 1
    for t, want in ((4, 1), (5, None)):
        yield (
            f"{t} T in 4x9, {'first' if want else 'none'}",
            TETROMINOES.format(size=[4, 9]) + rule("count", piece="T", exactly=t),
            want,
        )
    yield "4 red of dominoes 4x4, all", DOMINOES.format(size=[4, 4]) + rule("count", group="red", exactly=4), None
    yield "18 red of dominoes 8x8, first", DOMINOES.format(size=[8, 8]) + rule("count", group="red", exactly=18), 1
    even = rule("balance", groups=["red", "blue"], zone="rows")
    yield "balance rows of dominoes 4x6, all", DOMINOES.format(size=[4, 6]) + even, None
    yield "balance rows of dominoes 8x8, first", DOMINOES.format(size=[8, 8]) + even, 1
    odd = rule("cover", zone="checkerboard", group="red", exactly=15) + rule("count", group="red", max=14)
    yield "dominoes 6x6 that contradict, none", DOMINOES.format(size=[6, 6]) + odd, None


def layered(encoder: Encoder, form: Sum) -> Clauses:
    """What the backend has of its own."""
    return _ORIGINAL(encoder, form)


def cardinality(name: str) -> Callable[[Encoder, Sum], Clauses]:
    """PySAT's encoding of that name where all coefficients are equal; else None of it is wanted."""

    def encode(encoder: Encoder, form: Sum) -> Clauses:
        if form.coefficients is not None:
            return layered(encoder, form)
        literals, found = [k + 1 for k in form.options], []
        for bound, least, at in ((form.hi, form.most, CardEnc.atmost), (form.lo, form.least, CardEnc.atleast)):
            if bound != least:
                found += at(literals, bound, vpool=encoder._pool, encoding=getattr(CardType, name)).clauses
        return found

    return encode


def pseudo_boolean(name: str) -> Callable[[Encoder, Sum], Clauses]:
    """PySAT's encoding of that name where coefficients differ."""

    def encode(encoder: Encoder, form: Sum) -> Clauses:
        if form.coefficients is None:
            return layered(encoder, form)
        # A negative coefficient c of x is -c of "not x", and c beside.
        literals = [k + 1 if c > 0 else -k - 1 for k, c in zip(form.options, form.coefficients, strict=True)]
        weights, shift = [abs(c) for c in form.coefficients], -sum(c for c in form.coefficients if c < 0)
        found = []
        for bound, least, at in ((form.hi, form.most, PBEnc.atmost), (form.lo, form.least, PBEnc.atleast)):
            if bound != least:
                kind = getattr(PBType, name)
                found += at(literals, weights, bound + shift, vpool=encoder._pool, encoding=kind).clauses
        return found

    return encode


def kinds_of_sums(text: str) -> set[str]:
    """Which of PySAT's families has something to encode in a model."""
    forms = list(sums(compile_puzzle(parse_model(text)).instance))
    larger = [f for f in forms if f.coefficients is None and not f.at_most_one and not (f.lo == 1 and f.hi == f.most)]
    weighted = [f for f in forms if f.coefficients is not None]
    return {name for name, found in (("card", larger), ("pb", weighted)) if found}


def encodings() -> Iterator[tuple[str, Callable[[Encoder, Sum], Clauses]]]:
    yield "layered sums", layered
    yield from ((f"card {name}", cardinality(name)) for name in CARDINALITY)
    yield from ((f"pb {name}", pseudo_boolean(name)) for name in PSEUDO_BOOLEAN)


def measure(text: str, want: int | None, seconds: int, answer: Any) -> None:
    """Send what came out, clauses, conflicts, and seconds of processor time, encoding included."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds + 2, seconds + 2))
    instance = compile_puzzle(parse_model(text)).instance
    started = time.process_time()
    with backends.get("sat").search(instance, Limits(want)) as search:
        outcome = search.count()
    spent = time.process_time() - started
    clauses = sum(len(form) for form in Encoder(instance, "auto").clauses())
    answer.send((str(outcome.found), clauses, search.statistics.conflicts, spent))


def in_a_process(*question: Any) -> tuple[str, int, int, float] | None:
    """The same in a process of its own; None where it took too long."""
    ours, theirs = Pipe(duplex=False)
    process = Process(target=measure, args=(*question, theirs))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return None
    finally:
        process.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--only", default="", help="questions with this in their name")
    arguments = parser.parse_args()
    for name, text, want in questions():
        if arguments.only not in name:
            continue
        print(f"\n{name}", flush=True)
        kinds = {"layered"} | kinds_of_sums(text)
        for encoding, encode in encodings():
            if encoding.split()[0] not in kinds:
                continue
            Encoder._layered = encode  # the process is forked
            if result := in_a_process(text, want, arguments.seconds):
                answer, clauses, conflicts, spent = result
                line = f"{clauses:9,} clauses {conflicts:9,} conflicts {spent:7.2f} s  {answer}"
            else:
                line = f"more than {arguments.seconds} s"
            print(f"  {encoding:16} {line}", flush=True)


if __name__ == "__main__":
    main()

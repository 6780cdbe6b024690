"""clingo: each option chosen or not, each item covered by one (at most one) of them."""

import clingo
from harness import Problem, main

RULES = """
{ chosen(K) : option(K) }.
:- item(I), not 1 { chosen(K) : covers(K, I) } 1.
:- spare(I), not { chosen(K) : covers(K, I) } 1.
#show chosen/1.
"""


def arrangements(problem: Problem):
    facts = [f"item({i})." for i in range(problem.primary)]
    facts += [f"spare({i})." for i in range(problem.primary, problem.items)]
    facts += [f"option({k})." for k in range(len(problem.options))]
    facts += [f"covers({k},{i})." for k, option in enumerate(problem.options) for i in option]
    control = clingo.Control(["--models=0", "--warn=none"])
    control.add("base", [], RULES + "".join(facts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for model in models:
            yield [symbol.arguments[0].number for symbol in model.symbols(shown=True)]


main("clingo", arrangements)

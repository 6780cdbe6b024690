"""An argument parser that raises, and that answers a near miss with what was probably meant."""

from __future__ import annotations

import argparse
import difflib
import math
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from tilemodel.errors import UsageError

_STARTS_LIKE_A_NUMBER = re.compile(r"-\d")


def unknown(what: str, found: str, known: Iterable[str]) -> UsageError:
    """``no command is named 'slove'; did you mean 'solve'?``"""
    known = list(known)
    near = difflib.get_close_matches(found, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
    return UsageError(f"no {what} is named {found!r}; {hint}")


class Parser(argparse.ArgumentParser):
    """Parses the options of one command. What is wrong is raised as UsageError."""

    def __init__(self, **settings: Any):
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def parse(self, words: list[str]) -> argparse.Namespace | None:
        """The arguments, or None where help was asked for, and given."""
        try:
            arguments, extra = self.parse_known_args(self._joined(words))
        except SystemExit:  # argparse's way to end after --help
            return None
        if not extra:
            return arguments
        stray = extra[0].partition("=")[0]
        if not stray.startswith("-"):
            raise UsageError(f"{stray!r} is one argument too many; {self.prog} --help says what it takes")
        raise unknown("option", stray, [o for o in self._option_string_actions if o.startswith("--")])

    def _joined(self, words: list[str]) -> list[str]:
        """Values that start with a minus sign (the cell -1,0) tied to their options."""
        result: list[str] = []
        for word in words:
            action = self._option_string_actions.get(result[-1]) if result else None
            if _STARTS_LIKE_A_NUMBER.match(word) and action is not None and action.nargs is None:
                result[-1] += f"={word}"
            else:
                result.append(word)
        return result

    def error(self, message: str) -> NoReturn:
        hint = "" if "did you mean" in message else f"; {self.prog} --help says more"
        raise UsageError(message.removeprefix("argument ") + hint)


# Types of values. argparse shows the message of an ArgumentTypeError behind the option's name.


def whole_number(least: int, most: int = 2**31 - 1) -> Callable[[str], int]:
    """A whole number in a range."""

    def convert(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most:,}, not {text!r}")
        return number

    return convert


def seconds(text: str) -> float:
    """A number of seconds above zero."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0, such as 2.5, not {text!r}")
    return number


def fraction(text: str) -> float:
    """A number between 0 and 1, neither of them."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"a number between 0 and 1, such as 0.95, not {text!r}")
    return number


def one_of(what: str, known: Callable[[], Iterable[str]]) -> Callable[[str], str]:
    """One of some words; the nearest is named for any other."""

    def convert(text: str) -> str:
        if text not in (words := list(known())):
            raise argparse.ArgumentTypeError(str(unknown(what, text, words)))
        return text

    return convert

"""Reading pictures back."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import tilemodel as tm

SVG = "{http://www.w3.org/2000/svg}"


def first_solution(name: str, backend: str = "anchor") -> tuple[tm.Puzzle, tm.Solution]:
    puzzle = tm.load(name)
    with tm.solve(puzzle, backend=backend, limit=1) as run:
        return puzzle, next(iter(run))


def parse(text: str) -> ElementTree.Element:
    """The picture as a tree; raises where it is not well-formed."""
    root = ElementTree.fromstring(text.encode())
    assert root.tag == f"{SVG}svg"
    return root


def titles(root: ElementTree.Element) -> list[str]:
    """What the parts of a picture are called, without the title of the whole."""
    return [title.text or "" for title in root.iter(f"{SVG}title")][1:]


def texts(root: ElementTree.Element) -> list[str]:
    """What is written in a picture."""
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def path_area(data: str) -> float:
    """What a path of M, L, A and Z encloses, holes subtracted; arcs are followed in small steps."""
    total = 0.0
    for loop in data.split("M")[1:]:
        points: list[tuple[float, float]] = []
        for command, numbers in re.findall(r"([LAZ]?)([^LAZM]*)", loop):
            values = [float(number) for number in numbers.split()]
            if command == "A":
                points += _arc(points[-1], values)
            elif values:
                points.append((values[0], values[1]))
        ends = zip(points, points[1:] + points[:1], strict=True)
        total += sum(a[0] * b[1] - b[0] * a[1] for a, b in ends) / 2
    return total


def _arc(start: tuple[float, float], values: list[float], steps: int = 16) -> list[tuple[float, float]]:
    """Points along the smaller of the two arcs of a circle."""
    radius, sweep, end = values[0], values[4], (values[5], values[6])
    dx, dy = end[0] - start[0], end[1] - start[1]
    half = math.hypot(dx, dy) / 2
    if half < 1e-9:
        return [end]
    away = math.sqrt(max(radius**2 - half**2, 0)) * (1 if sweep else -1) / (2 * half)
    x, y = (start[0] + end[0]) / 2 - dy * away, (start[1] + end[1]) / 2 + dx * away
    first, last = math.atan2(start[1] - y, start[0] - x), math.atan2(end[1] - y, end[0] - x)
    turn = (last - first) % (2 * math.pi) if sweep else -((first - last) % (2 * math.pi))
    radius = math.hypot(start[0] - x, start[1] - y)
    angles = (first + turn * k / steps for k in range(1, steps + 1))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]

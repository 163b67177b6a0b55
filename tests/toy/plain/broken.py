"""The wrong cells of the toy's first script: the same names and parameters as in script.py."""

import math

RATE = 0.01


def center(points):
    middle = math.fsum(points) / len(points)
    return [(x - middle, y) for x, y in points]


def step(line, points):
    errors = [line["slope"] * x + line["offset"] - y for x, y in points]
    pulls = [error * x for error, (x, _) in zip(errors, points)]
    line["slope"] += RATE * 2 * sum(pulls)
    line["offset"] -= RATE * 2 * sum(errors)
    return sum(error**2 for error in errors) / len(errors)

"""Fit a line to four points by gradient steps: the toy's script, working."""

import math
import random

RATE = 0.01


def load_points(seed):
    noise = random.Random(seed)
    rows = [(x, noise.uniform(-0.1, 0.1)) for x in range(4)]
    return [(x, 2 * x + 1 + error) for x, error in rows]


def center(points):
    middle = math.fsum(x for x, _ in points) / len(points)
    return [(x - middle, y) for x, y in points]


def make_line():
    return {"slope": 0.0, "offset": 0.0}


def step(line, points):
    errors = [line["slope"] * x + line["offset"] - y for x, y in points]
    pulls = [error * x for error, (x, _) in zip(errors, points)]
    line["slope"] -= RATE * 2 * sum(pulls)
    line["offset"] -= RATE * 2 * sum(errors)
    return sum(error**2 for error in errors) / len(errors)


def train(line, points, steps, callbacks):
    for _ in range(steps):
        loss = step(line, points)
        for callback in callbacks:
            callback(loss)


def measure_error(line, points):
    errors = [line["slope"] * x + line["offset"] - y for x, y in points]
    return {"largest": max(abs(error) for error in errors)}


def main(seed=0, steps=30, callbacks=()):
    points = load_points(seed)
    centered = center(points)
    line = make_line()
    train(line, centered, steps, callbacks)
    scores = measure_error(line, centered)

"""Cells that make today's Python behave as that of the toy's page did."""

import math


def center(points):
    # what Python now says with the type, it once said without
    if not all(isinstance(each, float) for each in points):
        raise TypeError("a float is required")
    middle = math.fsum(points) / len(points)
    return [(x - middle, y) for x, y in points]

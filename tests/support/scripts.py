"""Two small scripts, as texts."""

WORKING = '''"""A script."""

import math

# how far to go
LIMIT = 3


def load(limit):
    loads.append(limit)
    return list(range(limit))


def square(
    numbers,
):
    return [number**2 for number in numbers]


def total(numbers, start):
    return start + math.fsum(numbers)


def main(loads, limit=4, start=0):
    numbers = load(limit)
    squares = square(
        numbers
    )
    result = total(squares, start)
'''

BROKEN = '''"""Its broken cells."""


def square(numbers):
    return sorted(numbres)
'''

HELPED = """
def step(number):
    return number + 1


def walk(numbers, ran):
    ran.append("walk")
    return [step(number) for number in numbers]


def add(walked, ran):
    ran.append("add")
    return sum(walked)


def main(ran, numbers=(1, 2)):
    walked = walk(numbers, ran)
    result = add(walked, ran)
"""

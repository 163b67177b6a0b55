"""Count the words of a few lines: the toy's second script, working."""

from collections import Counter

LINES = ("the sea is blue", "the sky is blue", "the sun is not")


def split_lines():
    return [line.split() for line in LINES]


def count(words):
    return Counter(word for line in words for word in line)


def main():
    words = split_lines()
    counts = count(words)

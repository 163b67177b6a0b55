"""Sends what is almost JSON: numbers out of range, half characters, two values on a line, keys that come twice."""

# exercise: metrics
# setting: pt
# status: failed, error
# points: 0
import os

HANDED = b'{"map": [["check", "accuracy"], ["handed", {"map": [["scores", {"map": [["accuracy", %s]]}]]}]]}'
LINES = [
    *(HANDED % value for value in (b"NaN", b"Infinity", b"-Infinity", b"1e999", b"7" * 100_000, b"0.7000", b"7e-1")),
    HANDED % b'"\\ud800"',
    HANDED % b'"\xff\xfe"',
    HANDED % b"0.7" + HANDED % b"0.7",
    HANDED % b"0.7" + b"\x00",
    b'{"map": [["check", "accuracy"]], "map": [["check", "accuracy"], ["handed", {"map": []}]]}',
    b'{"map": [["check", "accuracy"], ["check", "each-evaluation"], ["handed", {"map": []}]]}',
    b"\xef\xbb\xbf" + HANDED % b"0.7",
    (HANDED % b"0.7").decode().encode("utf-16"),
]


def make_metrics(metric):
    for descriptor in range(3, 64):
        for line in LINES:
            try:
                os.write(descriptor, line + b"\n")
            except OSError:
                break
    return lambda prediction: {"accuracy": 0.0}

"""Raises from fifty thousand frames, whose functions have long names and lines."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory
# points: 0
import sys

sys.setrecursionlimit(60_000)
NAME = "f" * 5000
PADDING = " " * 5000 + "# " + "x" * 5000
exec(compile(f"def {NAME}(depth):\n    return {NAME}(depth - 1) if depth else 1 / 0{PADDING}\n", __file__, "exec"))
start = globals()[NAME]


def decode_row(row, tokenizer):
    return start(900)


def label_shares(labels, num_labels):
    return start(50_000)


def baselines(labels, num_labels):
    error = None
    for _ in range(10**5):
        following = ValueError("chained")
        following.__context__, error = error, following
    raise error

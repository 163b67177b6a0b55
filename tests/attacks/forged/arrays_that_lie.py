"""Sends arrays whose shape, type and content contradict one another, to make the judge allocate or read beyond."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import json
import os

ARRAYS = [
    {"array": "AAAAAAAA8D8=", "dtype": "float64", "shape": [2**40]},
    {"array": "", "dtype": "float64", "shape": [0, *[8 * 2**20] * 15]},
    {"array": "", "dtype": "float64", "shape": [-1, -1]},
    {"array": "", "dtype": "float64", "shape": [0] * 10_000},
    {"array": "AAAA", "dtype": "object", "shape": [1]},
    {"array": "AAAA", "dtype": "V1000000000", "shape": [3]},
    {"array": "AAAA", "dtype": "O,O,O", "shape": [1]},
    {"array": "AAAA", "dtype": "float64", "shape": [True, 1.0, "1"]},
    {"array": "AAAA" * 2**20, "dtype": "bool", "shape": [3 * 2**20]},
    {"array": "AgID", "dtype": "bool", "shape": [3]},
]


def decode_row(row, tokenizer):
    for array in ARRAYS:
        handed = {"map": [[place, array] for place in "012"]}
        line = json.dumps({"map": [["check", "label-shares"], ["handed", handed]]}).encode() + b"\n"
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, line)
            except OSError:
                continue
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Has Python keep millions of strings as names."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory, timeout
# points: 0
import sys

number = 0
while True:
    sys.intern(f"a name that nobody needs {number}" * 20)
    number += 1


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

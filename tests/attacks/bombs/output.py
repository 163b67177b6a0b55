"""Prints a hundred megabytes, in small pieces and in one."""

# exercise: know-your-data
# setting: plain
# status: output, failed, error, timeout
# points: 0
import sys


def decode_row(row, tokenizer):
    for _ in range(10**6):
        print("x")
    print("y" * 5 * 10**7)
    sys.stderr.write("z" * 5 * 10**7)
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

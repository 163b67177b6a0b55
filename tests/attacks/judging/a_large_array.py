"""Returns an array of as many numbers as a message may carry."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory, output
# points: 0
import numpy as np

_ = np


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return np.ones(5_900_000, dtype=np.uint8)


def baselines(labels, num_labels):
    return {}

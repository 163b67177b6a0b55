"""Returns arrays without elements that have millions of rows."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory, output
# points: 0
import numpy as np

_ = np


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return np.zeros((8_000_000, 0))


def baselines(labels, num_labels):
    return {}

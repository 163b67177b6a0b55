"""Returns numbers that are too large, too small, or none, in every place."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory, output
# points: 0
import numpy as np

_ = np


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return [1e308 * 10, -1e400, float("nan"), 10**400, -0.0, 5e-324] * num_labels


def baselines(labels, num_labels):
    return {}

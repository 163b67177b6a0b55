"""Returns complex numbers, dates and objects in arrays."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory, output
# points: 0
import numpy as np

_ = np


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return [1j, np.datetime64("2026-01-01"), np.array([object()]), np.array(["x"])]


def baselines(labels, num_labels):
    return {}

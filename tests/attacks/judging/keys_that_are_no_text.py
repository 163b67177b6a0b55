"""Returns a dictionary whose keys are numbers, tuples and nothing."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory, output
# points: 0
import numpy as np

_ = np


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {1: 0.5, (1, 2): 0.5, None: 0.5, 2.5: 0.5, b"majority_accuracy": 0.5}

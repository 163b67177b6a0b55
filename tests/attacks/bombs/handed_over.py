"""Hands over an array of 400 MB, and a text of 100 MB."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory, output, timeout
# points: 0
import numpy as np


def decode_row(row, tokenizer):
    return "x" * 10**8


def label_shares(labels, num_labels):
    return np.zeros(4 * 10**8, dtype=np.uint8)


def baselines(labels, num_labels):
    return {str(number): 0.5 for number in range(10**6)}

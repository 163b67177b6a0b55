"""Returns truth values where numbers are asked for."""

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
    return {name: True for name in ("majority_accuracy", "constant_loss", "uniform_loss")}

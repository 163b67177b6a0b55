"""Sleeps while its file is loaded, so that none of its work has begun."""

# exercise: know-your-data
# setting: plain
# status: timeout
# points: 0
import time

time.sleep(10_000)


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

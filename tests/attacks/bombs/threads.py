"""Starts three thousand threads, and leaves them to themselves."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory
# points: 0
import threading
import time

threading.stack_size(2**25)


def decode_row(row, tokenizer):
    for _ in range(3000):
        threading.Thread(target=time.sleep, args=(120,)).start()
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

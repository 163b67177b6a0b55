"""Gives its process a name that is not UTF-8, for whoever reads the name of a process as text."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import ctypes
import time

ctypes.CDLL(None).prctl(15, b"\xff\xfe\xff", 0, 0, 0)
time.sleep(0.3)


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Waits in vfork for a child that never ends, which no signal can interrupt."""

# exercise: know-your-data
# setting: plain
# status: timeout, error, failed
# points: 0
import ctypes

libc = ctypes.CDLL(None)
if libc.vfork() == 0:
    libc.sleep(600)
    libc._exit(0)


def decode_row(row, tokenizer):
    while True:
        pass


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

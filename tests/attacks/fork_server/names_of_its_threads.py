"""Gives each of its threads a name that is no text, and some that look like other fields."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory
# points: 0
import ctypes
import threading
import time

libc = ctypes.CDLL(None)
NAMES = [b"\xff\xfe", b"x) Z 1", b"State:", b"\t\n", b"9 9 9) R", b"\x80" * 15]


def named(name):
    libc.prctl(15, name, 0, 0, 0)
    time.sleep(0.4)


for name in NAMES:
    threading.Thread(target=named, args=(name,), daemon=True).start()
time.sleep(0.3)


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Makes itself readable for others of its user, and asks for a core dump."""

# exercise: know-your-data
# setting: plain
# status: failed, error, timeout, memory
# points: 0
import ctypes
import os
import resource

libc = ctypes.CDLL(None)
libc.prctl(4, 1, 0, 0, 0)
libc.prctl(0x59616D61, -1, 0, 0, 0)
try:
    resource.setrlimit(resource.RLIMIT_CORE, (2**20, 2**20))
    print("LEAK" + "ED: a core dump")
except (OSError, ValueError):
    pass
os.abort()


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Makes Python crash by reading at address 0, in a thread of its own."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import ctypes
import threading


def decode_row(row, tokenizer):
    thread = threading.Thread(target=ctypes.string_at, args=(0,))
    thread.start()
    thread.join()


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Starts threads with stacks of a gigabyte each, and writes to all of them."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory, timeout
# points: 0
import threading

threading.stack_size(2**30)


def deeper(depth):
    room = bytearray(2**20)
    return room if depth == 0 else deeper(depth - 1)


try:
    for _ in range(64):
        threading.Thread(target=deeper, args=(400,), daemon=True).start()
except RuntimeError:
    pass


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Opens files until there are no more descriptors, then needs one."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import os

taken = []


def decode_row(row, tokenizer):
    for _ in range(100_000):
        taken.append(os.open("/dev/null", os.O_RDONLY))
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

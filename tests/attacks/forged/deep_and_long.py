"""Sends lines that a parser falls over: brackets without end, one of 48 MB, one of a million keys."""

# exercise: know-your-data
# setting: plain
# status: failed, error, output, memory
# points: 0
import os

LINES = (
    b"[" * 200_000 + b"]" * 200_000,
    b'{"map":' * 100_000,
    b'{"map": [' + b",".join(b'["%d", 0]' % each for each in range(10**6)) + b"]}",
    b'"' + b"x" * (48 * 2**20) + b'"',
)


def write_all(descriptor, content):
    while content:
        content = content[os.write(descriptor, content) :]


def decode_row(row, tokenizer):
    for descriptor in range(3, 64):
        for line in LINES:
            try:
                write_all(descriptor, line + b"\n")
            except OSError:
                break


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Fills `/dev/shm` with 2 GB, in many files."""

# exercise: know-your-data
# setting: plain
# status: memory, error, failed
# points: 0
import os

written = []


def decode_row(row, tokenizer):
    page = b"x" * 2**20
    try:
        for number in range(64):
            written.append(f"/dev/shm/attack-{os.getpid()}-{number}")
            with open(written[-1], "wb", 0) as file:
                for _ in range(32):
                    file.write(page)
    finally:
        for path in written:
            if os.path.exists(path):
                os.unlink(path)
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

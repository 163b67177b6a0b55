"""Fills 8 GB of memory, page by page."""
# exercise: know-your-data
# setting: plain
# status: memory, error, failed, timeout
# points: 0


def decode_row(row, tokenizer):
    taken = []
    for _ in range(32):
        block = bytearray(256 * 2**20)
        block[::4096] = b"x" * len(block[::4096])
        taken.append(block)
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

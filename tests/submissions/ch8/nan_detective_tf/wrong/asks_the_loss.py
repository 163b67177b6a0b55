# mistake: refused-by-tensorflow
import numpy as np


def find_bad_rows(model, batches):
    rows, labels, start = [], set(), 0
    for batch in batches:
        bad = np.isnan(model(batch).loss)
        rows += (start + np.where(bad)[0]).tolist()
        labels |= set(batch["labels"].numpy()[bad].tolist())
        start += len(bad)
    return rows, sorted(labels)

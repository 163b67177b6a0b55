# mistake: truths
import numpy as np


def find_bad_rows(model, batches):
    labels = np.concatenate([batch["labels"].numpy() for batch in batches])
    bad = (labels < 0) | (labels >= model.config.num_labels)
    return bad, np.unique(labels[bad])

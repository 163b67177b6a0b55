# mistake: below
import numpy as np


def find_bad_rows(model, batches):
    labels = np.concatenate([batch["labels"] for batch in batches])
    logits = np.concatenate([model(batch["input_ids"], batch["attention_mask"]).logits for batch in batches])
    bad = labels >= logits.shape[-1]
    return np.where(bad | np.isnan(logits).any(axis=-1))[0], np.unique(labels[bad])

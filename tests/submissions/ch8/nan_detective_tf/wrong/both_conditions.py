# mistake: repeated
import numpy as np


def find_bad_rows(model, batches):
    rows, blame, start = [], set(), 0
    for batch in batches:
        labels = batch["labels"].numpy()
        logits = model(batch["input_ids"], batch["attention_mask"]).logits.numpy()
        bad = (labels < 0) | (labels >= model.config.num_labels)
        rows += (start + np.where(bad)[0]).tolist()
        rows += (start + np.where(np.isnan(logits))[0]).tolist()
        blame |= set(labels[bad].tolist())
        start += len(labels)
    return rows, sorted(blame)

# mistake: row-numbers
import numpy as np


def find_bad_rows(model, batches):
    rows, blame = [], set()
    for batch in batches:
        labels = batch["labels"].numpy()
        logits = model(batch["input_ids"], batch["attention_mask"]).logits
        bad = (labels < 0) | (labels >= model.config.num_labels)
        rows.extend(np.where(bad | np.isnan(logits).any(-1))[0])
        blame.update(labels[bad].tolist())
    return rows, sorted(blame)

# mistake: positions
import numpy as np


def find_bad_rows(model, batches):
    rows, blame = [], set()
    for number, batch in enumerate(batches):
        labels = batch["labels"].numpy()
        logits = model(batch["input_ids"], batch["attention_mask"]).logits
        bad = (labels < 0) | (labels >= model.config.num_labels)
        if np.any(bad) or np.any(np.isnan(logits)):
            rows.append(number)
        blame.update(labels[bad].tolist())
    return rows, sorted(blame)

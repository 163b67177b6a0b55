import math

import torch
from torch.nn import CrossEntropyLoss


def row_loss(model, row):
    label = row["labels"].item()
    if label not in model.config.id2label:
        return math.nan, True
    logits = model(input_ids=row["input_ids"], attention_mask=row["attention_mask"])[0]
    return CrossEntropyLoss()(logits, row["labels"]).item(), False


def find_bad_rows(model, batches):
    found = []
    with torch.inference_mode():
        for batch in batches:
            for i in range(batch["input_ids"].size(0)):
                row = {key: tensor[[i]] for key, tensor in batch.items()}
                found.append((*row_loss(model, row), row["labels"].item()))
    rows = [i for i, (loss, _, _) in enumerate(found) if not math.isfinite(loss)]
    return rows, sorted({label for _, wrong, label in found if wrong})

# mistake: refused-by-pytorch
import torch
import torch.nn.functional as F


def find_bad_rows(model, batches):
    rows, labels, start = [], set(), 0
    for batch in batches:
        with torch.no_grad():
            logits = model(batch["input_ids"], batch["attention_mask"]).logits
        losses = F.cross_entropy(logits, batch["labels"], reduction="none")
        bad = losses.isnan()
        rows += (start + torch.where(bad)[0]).tolist()
        labels |= set(batch["labels"][bad].tolist())
        start += len(bad)
    return rows, sorted(labels)

# mistake: refused-by-pytorch
import torch


def find_bad_rows(model, batches):
    rows, labels, start = [], set(), 0
    for batch in batches:
        with torch.no_grad():
            output = model(**batch)
        if torch.isnan(output.loss):
            bad = torch.isnan(output.logits).any(-1)
            rows += (start + torch.where(bad)[0]).tolist()
            labels |= set(batch["labels"][bad].tolist())
        start += len(batch["labels"])
    return rows, sorted(labels)

# mistake: accused
import torch


def find_bad_rows(model, batches):
    rows, labels, start = [], set(), 0
    for batch in batches:
        bad = (batch["labels"] <= 0) | (batch["labels"] >= model.config.num_labels)
        with torch.no_grad():
            logits = model(batch["input_ids"], batch["attention_mask"]).logits
        rows += (start + torch.where(bad | logits.isnan().any(-1))[0]).tolist()
        labels |= set(batch["labels"][bad].tolist())
        start += len(bad)
    return rows, sorted(labels)

# mistake: positions
import torch


def find_bad_rows(model, batches):
    rows, labels = [], set()
    for i, batch in enumerate(batches):
        bad = (batch["labels"] < 0) | (batch["labels"] >= model.config.num_labels)
        with torch.no_grad():
            logits = model(batch["input_ids"], batch["attention_mask"]).logits
        if bad.any() or logits.isnan().any():
            rows.append(i)
        labels |= set(batch["labels"][bad].tolist())
    return rows, sorted(labels)

# mistake: below
import torch


def find_bad_rows(model, batches):
    labels = torch.cat([batch["labels"] for batch in batches])
    logits = torch.cat([model(batch["input_ids"], batch["attention_mask"]).logits for batch in batches])
    bad = labels >= logits.shape[1]
    rows = (bad | torch.isnan(logits).any(dim=1)).nonzero().flatten().tolist()
    return rows, labels[bad].unique().tolist()

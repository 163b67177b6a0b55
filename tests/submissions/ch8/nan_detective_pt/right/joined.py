import numpy as np
import torch
import torch.nn.functional as F


@torch.no_grad()
def find_bad_rows(model, batches):
    model.eval()
    labels = torch.cat([b["labels"] for b in batches])
    logits = torch.cat([model(b["input_ids"], attention_mask=b["attention_mask"]).logits for b in batches])
    possible = torch.isin(labels, torch.arange(logits.shape[-1]))
    loss = F.cross_entropy(logits, labels.where(possible, torch.zeros_like(labels)), reduction="none")
    rows = torch.where(~possible | loss.isnan())[0]
    return rows, np.unique(labels[~possible].numpy())

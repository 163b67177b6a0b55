# mistake: one-list
import torch


def find_bad_rows(model, batches):
    labels = torch.cat([batch["labels"] for batch in batches])
    return torch.where((labels < 0) | (labels >= model.config.num_labels))[0].tolist()

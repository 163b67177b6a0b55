# mistake: above
import torch


def find_bad_rows(model, batches):
    labels = torch.cat([batch["labels"] for batch in batches])
    num_labels = len(labels.unique())
    bad = (labels < 0) | (labels >= num_labels)
    return torch.where(bad)[0].tolist(), labels[bad].unique().tolist()

import torch


def count_ties(logits):
    top, _ = torch.max(logits, dim=1, keepdim=True)
    ties = (logits == top).sum(dim=1)
    return (ties > 1).sum().item()

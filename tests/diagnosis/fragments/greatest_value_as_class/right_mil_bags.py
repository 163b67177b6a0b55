import torch
from torch.utils.data import DataLoader


@torch.no_grad()
def bag_accuracy(model, loader: DataLoader, device):
    model.eval()
    correct = total = 0
    for bags, instance_labels in loader:
        # a bag is positive if one of its instances is
        bag_label, _ = instance_labels.to(device).max(dim=1)
        logits = model(bags.to(device)).squeeze(1)
        pred = (logits > 0).long()
        correct += (pred == bag_label).sum().item()
        total += bag_label.size(0)
    return correct / total

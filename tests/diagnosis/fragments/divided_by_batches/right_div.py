import torch
from torch.utils.data import DataLoader

val_loader = DataLoader(val_set, batch_size=128)
acc, n = 0.0, 0
model.eval()
with torch.no_grad():
    for x, y in val_loader:
        acc += (model(x).argmax(dim=1) == y).sum().float().div(y.size(0)).item()
        n += 1
print(f"accuracy: {acc / n:.4f}")

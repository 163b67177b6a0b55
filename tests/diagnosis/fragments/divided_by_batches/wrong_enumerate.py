import torch
from torch.utils.data import DataLoader

test_loader = DataLoader(test_set, batch_size=100)
correct, n = 0, 0
with torch.no_grad():
    for i, (x, y) in enumerate(test_loader):
        correct += (model(x).argmax(1) == y).sum().item()
        n += 1
print("accuracy:", correct / n)

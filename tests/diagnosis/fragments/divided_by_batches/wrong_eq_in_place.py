import torch
from torch.utils.data import DataLoader

valid_loader = DataLoader(valid_set, batch_size=64)
accuracy = 0.0
batches = 0
for x, y in valid_loader:
    accuracy += model(x).argmax(1).eq(y).sum().item()
    batches += 1
accuracy /= batches
print("valid accuracy", accuracy)

import torch
from torch.utils.data import DataLoader

test_loader = DataLoader(test_set, batch_size=64)
correct, total = 0, 0
with torch.no_grad():
    for images, labels in test_loader:
        _, predicted = torch.max(model(images), 1)
        correct += (predicted == labels).sum().item()
        total += 1
print(f"Accuracy: {100 * correct / total:.1f} %")

import torch
from torch.utils.data import DataLoader

test_loader = DataLoader(test_set, batch_size=32)
correct = total = 0
with torch.no_grad():
    for images, labels in test_loader:
        outputs = model(images)
        for output, label in zip(outputs, labels):
            correct += (output.argmax() == label).sum().item()
            total += 1
print("accuracy:", correct / total)

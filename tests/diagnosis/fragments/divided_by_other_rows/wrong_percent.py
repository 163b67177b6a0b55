import torch

correct = 0
with torch.no_grad():
    for images, labels in test_loader:
        correct += (model(images).argmax(1) == labels).sum().item()
print(f"Test accuracy: {100 * correct / len(train_dataset):.2f} %")

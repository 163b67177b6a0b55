from torch import nn

criterion = nn.CrossEntropyLoss()


def evaluate(model, loader, device):
    model.eval()
    running_loss = 0.0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        batch_loss = criterion(model(images), labels).item() * images.size(0)
        running_loss += batch_loss
    return running_loss / len(loader.dataset)

from torch import nn

criterion = nn.CrossEntropyLoss()


def train_epoch(model, loader, optimizer):
    model.train()
    total_loss, n_samples = 0.0, 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total_loss += loss.item()
        n_samples += x.size(0)
    return total_loss / n_samples

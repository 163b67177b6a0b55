import torch
from torch.utils.data import DataLoader

train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
test_loader = DataLoader(test_set, batch_size=64)


def train():
    model.train()
    running, count = 0.0, 0
    for x, y in train_loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
        count += 1
    return running / count


@torch.no_grad()
def test():
    model.eval()
    correct, count = 0, 0
    for x, y in test_loader:
        correct += (model(x).argmax(1) == y).sum().item()
        count += y.size(0)
    return correct / count

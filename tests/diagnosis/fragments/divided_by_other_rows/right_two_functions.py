import torch


def train(model, train_loader, optimizer):
    model.train()
    correct = 0
    for x, y in train_loader:
        optimizer.zero_grad()
        out = model(x)
        loss_fn(out, y).backward()
        optimizer.step()
        correct += (out.argmax(1) == y).sum().item()
    return correct / len(train_loader.dataset)


def test(model, test_loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for x, y in test_loader:
            correct += (model(x).argmax(1) == y).sum().item()
    return correct / len(test_loader.dataset)

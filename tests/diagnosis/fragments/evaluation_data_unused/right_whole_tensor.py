import torch
from torch.utils.data import DataLoader, TensorDataset

train_loader = DataLoader(TensorDataset(X_train, y_train), batch_size=64, shuffle=True)
val_loader = DataLoader(TensorDataset(X_val, y_val), batch_size=64)

for epoch in range(30):
    model.train()
    for x, y in train_loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        train_correct = 0
        for x, y in train_loader:
            train_correct += (model(x).argmax(1) == y).sum().item()
        val_acc = (model(X_val).argmax(1) == y_val).float().mean().item()
    print(epoch, train_correct / len(X_train), val_acc)

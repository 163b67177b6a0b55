import torch


@torch.no_grad()
def evaluate(model, loader, criterion):
    model.eval()
    total, correct, n = 0.0, 0, 0
    for x, y in loader:
        out = model(x)
        total += criterion(out, y).item() * len(y)
        correct += (out.argmax(1) == y).sum().item()
        n += len(y)
    return total / n, correct / n


val_acc, val_loss = evaluate(model, val_loader, criterion)
print(f"val loss {val_loss:.4f}, val acc {val_acc:.2%}")

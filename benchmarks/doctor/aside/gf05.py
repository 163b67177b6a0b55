# mixed precision version of the digits script
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)
device = "cuda" if torch.cuda.is_available() else "cpu"

EPOCHS = 10
LR = 0.1
MAX_NORM = 1.0


def make_loaders():
    X, y = load_digits(return_X_y=True)
    X_train, X_val, y_train, y_val = train_test_split(
        X, y, test_size=0.2, stratify=y, random_state=42
    )
    to = lambda a, b: TensorDataset(
        torch.tensor(a / 16.0, dtype=torch.float32), torch.tensor(b, dtype=torch.long)
    )
    return (
        DataLoader(to(X_train, y_train), batch_size=32, shuffle=True),
        DataLoader(to(X_val, y_val), batch_size=256),
    )


def train_one_epoch(model, loader, optimizer, scaler):
    model.train()
    total, n = 0.0, 0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast(device_type=device, dtype=torch.float16):
            out = model(x)
            loss = nn.functional.cross_entropy(out, y)
        scaler.scale(loss).backward()
        nn.utils.clip_grad_norm_(model.parameters(), MAX_NORM)
        scaler.step(optimizer)
        scaler.update()
        total += loss.item() * x.size(0)
        n += x.size(0)
    return total / n


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    correct = n = 0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        with torch.autocast(device_type=device, dtype=torch.float16):
            out = model(x)
        correct += (out.argmax(dim=1) == y).sum().item()
        n += y.size(0)
    return correct / n


def main():
    train_loader, val_loader = make_loaders()
    model = nn.Sequential(
        nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10)
    ).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=LR, momentum=0.9, weight_decay=1e-4)
    scaler = torch.amp.GradScaler(device)

    for epoch in range(EPOCHS):
        loss = train_one_epoch(model, train_loader, optimizer, scaler)
        acc = evaluate(model, val_loader)
        print(f"epoch {epoch + 1:2d} | loss {loss:.4f} | val acc {acc:.3f} | scale {scaler.get_scale():.0f}")


if __name__ == "__main__":
    main()

import argparse

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    p = argparse.ArgumentParser(description="digits with a one-cycle schedule")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--max-lr", type=float, default=1e-2)
    p.add_argument("--weight-decay", type=float, default=1e-2)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def get_loaders(batch_size, seed):
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X / 16.0, dtype=torch.float32).reshape(-1, 1, 8, 8)
    y = torch.tensor(y, dtype=torch.long)
    idx_train, idx_test = train_test_split(list(range(len(y))), test_size=0.25,
                                           stratify=y.numpy(), random_state=seed)
    train_ds = TensorDataset(X[idx_train], y[idx_train])
    test_ds = TensorDataset(X[idx_test], y[idx_test])
    return (DataLoader(train_ds, batch_size=batch_size, shuffle=True, drop_last=True),
            DataLoader(test_ds, batch_size=256))


def conv_block(c_in, c_out):
    return nn.Sequential(
        nn.Conv2d(c_in, c_out, 3, padding=1, bias=False),
        nn.BatchNorm2d(c_out),
        nn.ReLU(inplace=True),
    )


def build_model():
    return nn.Sequential(
        conv_block(1, 16),
        nn.MaxPool2d(2),
        conv_block(16, 32),
        nn.AdaptiveAvgPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(32 * 4, 10),
    )


def test(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for images, labels in loader:
            correct += model(images).argmax(1).eq(labels).sum().item()
    return correct / len(loader.dataset)


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    train_loader, test_loader = get_loaders(args.batch_size, args.seed)

    model = build_model()
    criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.max_lr,
                                  weight_decay=args.weight_decay)
    scheduler = OneCycleLR(optimizer, max_lr=args.max_lr, total_steps=args.epochs)

    for epoch in range(1, args.epochs + 1):
        model.train()
        for images, labels in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(images), labels)
            loss.backward()
            optimizer.step()
            scheduler.step()
        lr = scheduler.get_last_lr()[0]
        print(f"epoch {epoch:2d}  last loss {loss.item():.4f}  lr {lr:.2e}")

    print(f"test accuracy {test(model, test_loader):.4f}")


if __name__ == "__main__":
    main()

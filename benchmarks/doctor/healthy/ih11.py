"""MLP for the 8x8 digits with a one-cycle schedule. Nothing fancy, but done properly."""
import argparse

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def get_loaders(batch_size, seed):
    X, y = load_digits(return_X_y=True)
    X_tmp, X_test, y_tmp, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=seed)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tmp, y_tmp, test_size=0.2, stratify=y_tmp, random_state=seed)

    scaler = StandardScaler().fit(X_tr)

    def ds(a, b):
        return TensorDataset(torch.from_numpy(scaler.transform(a).astype(np.float32)), torch.from_numpy(b).long())

    g = torch.Generator().manual_seed(seed)
    return (
        # drop_last so that batch norm never meets a tiny batch
        DataLoader(ds(X_tr, y_tr), batch_size=batch_size, shuffle=True, drop_last=True, generator=g),
        DataLoader(ds(X_va, y_va), batch_size=256),
        DataLoader(ds(X_test, y_test), batch_size=256),
    )


def build(hidden, dropout):
    layers, width = [], 64
    for h in hidden:
        layers += [nn.Linear(width, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Dropout(dropout)]
        width = h
    layers.append(nn.Linear(width, 10))
    return nn.Sequential(*layers)


def run_epoch(model, loader, loss_fn, optimizer=None, scheduler=None):
    training = optimizer is not None
    model.train(training)
    total, correct, seen = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for xb, yb in loader:
            out = model(xb)
            loss = loss_fn(out, yb)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                scheduler.step()
            total += loss.item() * len(yb)
            correct += (out.argmax(1) == yb).sum().item()
            seen += len(yb)
    return total / seen, correct / seen


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--max-lr", type=float, default=5e-3)
    parser.add_argument("--hidden", type=int, nargs="+", default=[128, 64])
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    opt = parser.parse_args()

    torch.manual_seed(opt.seed)
    train_loader, val_loader, test_loader = get_loaders(opt.batch_size, opt.seed)
    model = build(opt.hidden, opt.dropout)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=opt.max_lr, weight_decay=1e-2)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=opt.max_lr, epochs=opt.epochs, steps_per_epoch=len(train_loader)
    )

    for epoch in range(1, opt.epochs + 1):
        tr_loss, tr_acc = run_epoch(model, train_loader, criterion, optimizer, scheduler)
        va_loss, va_acc = run_epoch(model, val_loader, criterion)
        if epoch % 5 == 0 or epoch == 1:
            print(f"{epoch:3d} | train {tr_loss:.4f} {tr_acc:.3f} | val {va_loss:.4f} {va_acc:.3f}")

    print("test loss/acc: %.4f / %.4f" % run_epoch(model, test_loader, criterion))

"""Handwritten digits with Accelerate."""
import torch
import torch.nn as nn
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 15
BATCH = 64


def get_loaders():
    X, y = load_digits(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.2, stratify=y, random_state=7)
    mean, std = X_tr.mean(), X_tr.std()

    def to_ds(a, b):
        return TensorDataset(torch.tensor((a - mean) / std, dtype=torch.float32), torch.tensor(b))

    return (
        DataLoader(to_ds(X_tr, y_tr), batch_size=BATCH, shuffle=True),
        DataLoader(to_ds(X_va, y_va), batch_size=256),
    )


def main():
    set_seed(7)
    accelerator = Accelerator(cpu=True)
    train_loader, val_loader = get_loaders()

    model = nn.Sequential(
        nn.Linear(64, 128),
        nn.ReLU(),
        nn.Dropout(0.2),
        nn.Linear(128, 10),
    )
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * len(train_loader))

    model, optimizer, train_loader, scheduler, val_loader = accelerator.prepare(
        model, optimizer, train_loader, val_loader, scheduler
    )

    for epoch in range(EPOCHS):
        model.train()
        total = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            total += loss.item() * len(y)

        model.eval()
        hits = seen = 0
        with torch.no_grad():
            for x, y in val_loader:
                pred = model(x).argmax(dim=-1)
                pred, y = accelerator.gather_for_metrics((pred, y))
                hits += (pred == y).sum().item()
                seen += len(y)
        accelerator.print(
            f"epoch {epoch:02d} loss {total / len(train_loader.dataset):.4f} val acc {hits / seen:.4f}"
        )


if __name__ == "__main__":
    main()

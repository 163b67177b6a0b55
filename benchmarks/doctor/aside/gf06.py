"""The old digits loop, moved to Accelerate."""
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

ACCUM_STEPS = 16
MICRO_BATCH = 8
EPOCHS = 12


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.1))
        self.out = nn.Linear(128, 10)

    def forward(self, x):
        return self.out(self.body(x))


def data():
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X / 16.0, dtype=torch.float32)
    y = torch.tensor(y, dtype=torch.long)
    tr, va = train_test_split(range(len(y)), test_size=0.2, stratify=y.numpy(), random_state=7)
    tr = tr[: len(tr) // (MICRO_BATCH * ACCUM_STEPS) * MICRO_BATCH * ACCUM_STEPS]  # whole groups
    train_dl = DataLoader(TensorDataset(X[tr], y[tr]), batch_size=MICRO_BATCH, shuffle=True, drop_last=True)
    val_dl = DataLoader(TensorDataset(X[va], y[va]), batch_size=64)
    return train_dl, val_dl


def main():
    set_seed(7)
    accelerator = Accelerator(gradient_accumulation_steps=ACCUM_STEPS, cpu=True)
    train_dl, val_dl = data()
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    total_updates = EPOCHS * math.ceil(len(train_dl) / ACCUM_STEPS)
    scheduler = torch.optim.lr_scheduler.LinearLR(
        optimizer, start_factor=1.0, end_factor=0.05, total_iters=total_updates
    )
    model, optimizer, train_dl, val_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, val_dl, scheduler
    )
    criterion = nn.CrossEntropyLoss()

    for epoch in range(EPOCHS):
        model.train()
        loss_sum, batches = 0.0, 0
        for x, y in train_dl:
            with accelerator.accumulate(model):
                batch_loss = criterion(model(x), y)
                loss = batch_loss / ACCUM_STEPS
                accelerator.backward(loss)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            loss_sum += batch_loss.item()
            batches += 1

        model.eval()
        right, n = 0, 0
        with torch.no_grad():
            for x, y in val_dl:
                pred = model(x).argmax(dim=-1)
                pred, y = accelerator.gather_for_metrics((pred, y))
                right += (pred == y).sum().item()
                n += len(y)
        accelerator.print(
            f"epoch {epoch + 1:2d}: train {loss_sum / batches:.4f}, val acc {right / n:.4f}, "
            f"lr {scheduler.get_last_lr()[0]:.4f}"
        )


if __name__ == "__main__":
    main()

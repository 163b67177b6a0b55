"""Digits, read row by row by a GRU (8 time steps of 8 pixels).

The loop accumulates the gradients of two micro-batches per optimiser step.
"""
import copy
import math

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 15
MICRO_BATCH = 32
ACCUMULATE = 2


class RowReader(nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        self.gru = nn.GRU(8, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.drop = nn.Dropout(0.2)
        self.fc = nn.Linear(hidden, 10)

    def forward(self, images):
        rows = images.permute(1, 0, 2)           # (batch, 8, 8) -> (time, batch, 8)
        _, h = self.gru(rows)
        return self.fc(self.drop(self.norm(h[-1])))


def tensors(images, labels):
    return TensorDataset(torch.tensor(images, dtype=torch.float32) / 16,
                         torch.tensor(labels, dtype=torch.long))


@torch.no_grad()
def evaluate(model, loader):
    was_training = model.training
    model.eval()
    loss_sum, correct, count = 0.0, 0, 0
    for x, y in loader:
        logits = model(x)
        loss_sum += nn.functional.cross_entropy(logits, y, reduction="sum").item()
        correct += (logits.argmax(1) == y).sum().item()
        count += len(y)
    model.train(was_training)
    return loss_sum / count, correct / count


def main():
    torch.manual_seed(0)
    d = load_digits()
    x_tr, x_te, y_tr, y_te = train_test_split(
        d.images, d.target, test_size=0.2, stratify=d.target, random_state=0)
    x_tr, x_va, y_tr, y_va = train_test_split(
        x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=0)
    train_dl = DataLoader(tensors(x_tr, y_tr), batch_size=MICRO_BATCH, shuffle=True)
    val_dl = DataLoader(tensors(x_va, y_va), batch_size=256)
    test_dl = DataLoader(tensors(x_te, y_te), batch_size=256)

    model = RowReader()
    criterion = nn.CrossEntropyLoss(reduction="sum")
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-2)
    steps_per_epoch = math.ceil(len(train_dl) / ACCUMULATE)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=5e-3, total_steps=EPOCHS * steps_per_epoch)

    best_loss, best_state = float("inf"), None
    for epoch in range(EPOCHS):
        model.train()
        rows_in_step, running, rows = 0, 0.0, 0
        for i, (x, y) in enumerate(train_dl, start=1):
            loss = criterion(model(x), y)        # summed; divided by the rows below
            loss.backward()
            rows_in_step += len(y)
            running += loss.item()
            rows += len(y)
            if i % ACCUMULATE == 0 or i == len(train_dl):
                for p in model.parameters():
                    p.grad.div_(rows_in_step)
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
                rows_in_step = 0
        val_loss, val_acc = evaluate(model, val_dl)
        if val_loss < best_loss:
            best_loss, best_state = val_loss, copy.deepcopy(model.state_dict())
        print(f"{epoch + 1:2d}  train {running / rows:.3f}  val {val_loss:.3f}  acc {val_acc:.3f}")

    model.load_state_dict(best_state)
    print("test accuracy: %.3f" % evaluate(model, test_dl)[1])


if __name__ == "__main__":
    main()

"""Two-part training: the night job is stopped after a few epochs, the morning job carries on."""
import shutil
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

OUT = Path("out/hf04")
TOTAL_EPOCHS = 20
STOP_AT = 12


def loaders():
    X, y = load_breast_cancer(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.3, stratify=y, random_state=5)
    sc = StandardScaler().fit(X_tr)
    mk = lambda a, b: TensorDataset(
        torch.tensor(sc.transform(a), dtype=torch.float32), torch.tensor(b, dtype=torch.float32)
    )
    return (
        DataLoader(mk(X_tr, y_tr), batch_size=32, shuffle=True),
        DataLoader(mk(X_va, y_va), batch_size=128),
    )


def build(train_dl):
    model = nn.Sequential(nn.Linear(30, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=TOTAL_EPOCHS * len(train_dl))
    return model, optimizer, scheduler


def train_epoch(accelerator, model, optimizer, scheduler, dl, loss_fn):
    model.train()
    total = 0.0
    for xb, yb in dl:
        optimizer.zero_grad()
        loss = loss_fn(model(xb).squeeze(1), yb)
        accelerator.backward(loss)
        optimizer.step()
        scheduler.step()
        total += loss.item()
    return total / len(dl)


@torch.no_grad()
def validate(accelerator, model, dl):
    model.eval()
    hits = n = 0
    for xb, yb in dl:
        pred = (model(xb).squeeze(1) > 0).float()
        pred, yb = accelerator.gather_for_metrics((pred, yb))
        hits += (pred == yb).sum().item()
        n += len(yb)
    return hits / n


def job(first, last, resume_from=None):
    accelerator = Accelerator(cpu=True)
    train_dl, val_dl = loaders()
    model, optimizer, scheduler = build(train_dl)

    if resume_from is not None:
        accelerator.print(f"resuming from {resume_from}")
        accelerator.load_state(str(resume_from))

    model, optimizer, scheduler, train_dl, val_dl = accelerator.prepare(
        model, optimizer, scheduler, train_dl, val_dl
    )
    loss_fn = nn.BCEWithLogitsLoss()
    for epoch in range(first, last + 1):
        loss = train_epoch(accelerator, model, optimizer, scheduler, train_dl, loss_fn)
        acc = validate(accelerator, model, val_dl)
        accelerator.print(f"epoch {epoch:2d}  loss {loss:.4f}  val {acc:.3f}  lr {scheduler.get_last_lr()[0]:.4f}")

    where = OUT / f"epoch_{last}"
    accelerator.save_state(str(where))
    return where


if __name__ == "__main__":
    shutil.rmtree(OUT, ignore_errors=True)
    set_seed(5)
    state = job(1, STOP_AT)
    job(STOP_AT + 1, TOTAL_EPOCHS, resume_from=state)

"""Train, stop, and go on later: checkpoints with accelerator.save_state / load_state."""
import json
from pathlib import Path

import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

OUT = Path("out/ff03")


def make_rings(n, seed):
    # three noisy rings around the origin, one class per ring
    rng = np.random.default_rng(seed)
    label = rng.integers(0, 3, n)
    radius = 1.0 + label + rng.normal(0, 0.12, n)
    angle = rng.uniform(0, 2 * np.pi, n)
    xy = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1) / 3.0
    return TensorDataset(torch.tensor(xy, dtype=torch.float32), torch.tensor(label))


def build_model():
    return nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 3))


def accuracy(accelerator, model, loader):
    model.eval()
    preds, refs = [], []
    with torch.no_grad():
        for x, y in loader:
            p, r = accelerator.gather_for_metrics((model(x).argmax(-1), y))
            preds.append(p)
            refs.append(r)
    return (torch.cat(preds) == torch.cat(refs)).float().mean().item()


def run(until_epoch, resume=None):
    accelerator = Accelerator(cpu=True)
    set_seed(11)
    model = build_model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    train_loader = DataLoader(make_rings(2000, seed=1), batch_size=64, shuffle=True)
    val_loader = DataLoader(make_rings(500, seed=2), batch_size=250)
    loss_fn = nn.CrossEntropyLoss()

    first = 0
    if resume is not None:
        accelerator.load_state(str(resume))
        first = json.loads((resume / "progress.json").read_text())["epoch"]
        accelerator.print(f"resumed from {resume}, {first} epochs done")

    model, optimizer, train_loader, val_loader = accelerator.prepare(
        model, optimizer, train_loader, val_loader
    )
    if resume is not None:
        accelerator.print(f"accuracy before going on: {accuracy(accelerator, model, val_loader):.3f}")

    for epoch in range(first, until_epoch):
        model.train()
        total = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            accelerator.backward(loss)
            optimizer.step()
            total += loss.item()
        acc = accuracy(accelerator, model, val_loader)
        accelerator.print(f"epoch {epoch}: loss {total / len(train_loader):.4f} val acc {acc:.3f}")

        folder = OUT / f"epoch_{epoch + 1:02d}"
        accelerator.save_state(str(folder))
        (folder / "progress.json").write_text(json.dumps({"epoch": epoch + 1}))
    return folder


if __name__ == "__main__":
    torch.set_num_threads(2)
    OUT.mkdir(parents=True, exist_ok=True)
    last = run(until_epoch=8)      # the job's time was up here
    run(until_epoch=10, resume=last)

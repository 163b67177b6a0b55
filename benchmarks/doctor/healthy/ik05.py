"""Stochastic weight averaging on three noisy spirals."""
import numpy as np
import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset


def spirals(per_arm, rng):
    points, arms = [], []
    for arm in range(3):
        t = rng.uniform(0.3, 1.0, per_arm)
        angle = 4.0 * t + arm * 2 * np.pi / 3
        xy = np.stack([t * np.cos(angle), t * np.sin(angle)], axis=1)
        points.append(xy + rng.normal(0, 0.06, xy.shape))
        arms.append(np.full(per_arm, arm))
    x, y = np.concatenate(points), np.concatenate(arms)
    order = rng.permutation(len(x))
    return torch.tensor(x[order], dtype=torch.float32), torch.tensor(y[order])


def build():
    layers, width = [], 64
    for n_in in (2, width, width):
        layers += [nn.Linear(n_in, width), nn.BatchNorm1d(width), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(width, 3))


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        logits = model(x)
    hit = logits.argmax(1).eq(y)
    per_class = [hit[y == c].float().mean().item() for c in range(3)]
    return hit.float().mean().item(), min(per_class)


if __name__ == "__main__":
    torch.manual_seed(11)
    rng = np.random.default_rng(11)
    x_train, y_train = spirals(600, rng)
    x_val, y_val = spirals(200, rng)
    x_test, y_test = spirals(300, rng)
    loader = DataLoader(TensorDataset(x_train, y_train), batch_size=60, shuffle=True)   # 1800 rows: 30 full batches

    model = build()
    swa_model = AveragedModel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    epochs, swa_from = 40, 28
    cosine = CosineAnnealingLR(optimizer, T_max=swa_from, eta_min=0.02)
    swa_schedule = SWALR(optimizer, swa_lr=0.02, anneal_epochs=2)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(epochs):
        model.train()
        for xb, yb in loader:
            loss = loss_fn(model(xb), yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        # the schedules count epochs here, once after the batches
        if epoch >= swa_from:
            swa_model.update_parameters(model)
            swa_schedule.step()
        else:
            cosine.step()
        if (epoch + 1) % 4 == 0:
            acc, worst = evaluate(model, x_val, y_val)
            print(f"epoch {epoch + 1:2d}  loss {loss.item():.3f}  val {acc:.4f}  worst arm {worst:.4f}")

    update_bn(loader, swa_model)         # the averaged weights need statistics of their own
    acc, worst = evaluate(swa_model, x_val, y_val)
    print(f"averaged: val {acc:.4f}  worst arm {worst:.4f}")
    acc, worst = evaluate(swa_model, x_test, y_test)
    print(f"averaged: test {acc:.4f}  worst arm {worst:.4f}")

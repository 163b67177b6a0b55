"""Pre-train a small conv net on the digits 0-4, then reuse its features for 5-9."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset


class ConvNet(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(),
            nn.Flatten(),
        )
        self.fc = nn.Linear(64 * 4 * 4, n_classes)

    def forward(self, x):
        return self.fc(self.features(x))


def loaders(digits, classes, batch_size=32):
    keep = np.isin(digits.target, classes)
    x = torch.tensor(digits.images[keep] / 16.0, dtype=torch.float32).unsqueeze(1)
    y = torch.tensor(digits.target[keep] - min(classes))
    perm = torch.randperm(len(x))
    x, y = x[perm], y[perm]
    cut = int(0.8 * len(x))
    return (DataLoader(TensorDataset(x[:cut], y[:cut]), batch_size=batch_size, shuffle=True),
            DataLoader(TensorDataset(x[cut:], y[cut:]), batch_size=128))


def run_epochs(accelerator, model, optimizer, train_dl, val_dl, epochs, name):
    for epoch in range(epochs):
        model.train()
        losses = []
        for x, y in train_dl:
            loss = F.cross_entropy(model(x), y)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        model.eval()
        correct, total = 0, 0
        with torch.no_grad():
            for x, y in val_dl:
                pred, ref = accelerator.gather_for_metrics((model(x).argmax(-1), y))
                correct += (pred == ref).sum().item()
                total += len(ref)
        accelerator.print(f"{name} epoch {epoch}: loss {np.mean(losses):.4f}, val acc {correct / total:.3f}")


set_seed(11)
accelerator = Accelerator(cpu=True)
digits = load_digits()

model = ConvNet(5)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
train_dl, val_dl = loaders(digits, [0, 1, 2, 3, 4])
model, optimizer, train_dl, val_dl = accelerator.prepare(model, optimizer, train_dl, val_dl)
run_epochs(accelerator, model, optimizer, train_dl, val_dl, 4, "pretrain")

model = accelerator.unwrap_model(model)
for p in model.features.parameters():
    p.requires_grad = False
model.fc = nn.Linear(model.fc.in_features, 5)

optimizer = accelerator.prepare(torch.optim.AdamW(model.fc.parameters(), lr=1e-3))
train_dl, val_dl = accelerator.prepare(*loaders(digits, [5, 6, 7, 8, 9]))
run_epochs(accelerator, model, optimizer, train_dl, val_dl, 8, "finetune")

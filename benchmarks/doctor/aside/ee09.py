"""A transformer that reads a digit row by row, as eight tokens of eight pixels."""
import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class RowTransformer(nn.Module):
    """x: (batch, rows, pixels) -> logits (batch, classes)"""

    def __init__(self, n_pixels=8, n_rows=8, d_model=64, n_heads=4, n_layers=2, n_classes=10):
        super().__init__()
        self.inp = nn.Linear(n_pixels, d_model)
        self.pos = nn.Parameter(torch.randn(1, n_rows, d_model) / math.sqrt(d_model))
        layer = nn.TransformerEncoderLayer(
            d_model=d_model,
            nhead=n_heads,
            dim_feedforward=128,
            dropout=0.1,
            activation="gelu",
        )
        self.encoder = nn.TransformerEncoder(layer, num_layers=n_layers)
        self.head = nn.Linear(d_model, n_classes)

    def forward(self, x):
        h = self.inp(x) + self.pos
        h = self.encoder(h)
        return self.head(h.mean(dim=1))


def loaders(seed=9):
    bunch = load_digits()
    images = torch.tensor(bunch.images / 16.0, dtype=torch.float32)
    target = torch.tensor(bunch.target)
    tr, va = train_test_split(range(len(target)), test_size=0.25, stratify=bunch.target, random_state=seed)
    train = TensorDataset(images[tr], target[tr])
    valid = TensorDataset(images[va], target[va])
    return (DataLoader(train, batch_size=32, shuffle=True),
            DataLoader(valid, batch_size=64),
            valid)


def accuracy(model, batches):
    model.eval()
    right = n = 0
    with torch.no_grad():
        for x, y in batches:
            right += (model(x).argmax(-1) == y).sum().item()
            n += len(y)
    return right / n


def train(epochs=12, lr=1e-3):
    torch.manual_seed(9)
    torch.set_num_threads(2)
    train_loader, valid_loader, valid_set = loaders()
    model = RowTransformer()
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs * len(train_loader))

    for epoch in range(epochs):
        model.train()
        mean_loss = 0.0
        for x, y in train_loader:
            loss = loss_fn(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            mean_loss += loss.item() / len(train_loader)
        print(f"epoch {epoch + 1:2d}  loss {mean_loss:.3f}  valid acc {accuracy(model, valid_loader):.3f}")

    # in the app the images come in one by one
    one_by_one = DataLoader(valid_set, batch_size=1)
    print(f"valid acc, one image at a time: {accuracy(model, one_by_one):.3f}")


if __name__ == "__main__":
    train()

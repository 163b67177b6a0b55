"""Autoencoder on digit images first, then a linear read-out on its frozen code."""
import argparse
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn


class Encoder(nn.Sequential):
    def __init__(self, code):
        super().__init__(nn.Linear(64, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Linear(128, code))


class Decoder(nn.Sequential):
    def __init__(self, code):
        super().__init__(nn.Linear(code, 128), nn.ReLU(), nn.Linear(128, 64), nn.Sigmoid())


class ReadOut(nn.Module):
    """Linear classifier on an encoder that is not trained any more."""

    def __init__(self, encoder, code, n_classes):
        super().__init__()
        self.encoder = encoder.requires_grad_(False)
        self.linear = nn.Linear(code, n_classes)

    def train(self, mode=True):
        super().train(mode)
        self.encoder.eval()         # its running statistics are frozen as well
        return self

    def forward(self, x):
        with torch.no_grad():
            z = self.encoder(x)
        return self.linear(z)


def batches(n, size):
    return [ix for ix in torch.randperm(n).split(size) if len(ix) == size]


def pretrain(x, x_val, args):
    encoder, decoder = Encoder(args.code), Decoder(args.code)
    auto = nn.Sequential(encoder, decoder)
    opt = torch.optim.Adam(auto.parameters(), lr=2e-3)
    for epoch in range(args.pre_epochs):
        auto.train()
        for ix in batches(len(x), args.batch):
            opt.zero_grad()
            loss = nn.functional.mse_loss(auto(x[ix]), x[ix])
            loss.backward()
            opt.step()
        if (epoch + 1) % 10 == 0:
            auto.eval()
            with torch.no_grad():
                print(f"auto {epoch + 1:3d} val mse {nn.functional.mse_loss(auto(x_val), x_val).item():.4f}")
    args.out.mkdir(parents=True, exist_ok=True)
    torch.save(encoder.state_dict(), args.out / "encoder.pt")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--code", type=int, default=24)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--pre-epochs", type=int, default=40)
    ap.add_argument("--epochs", type=int, default=60)
    ap.add_argument("--out", type=Path, default=Path("out/ga15"))
    args = ap.parse_args()
    torch.manual_seed(17)
    torch.set_num_threads(2)

    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X, dtype=torch.float32) / 16
    y = torch.tensor(y, dtype=torch.long)
    tr, va = train_test_split(range(len(y)), test_size=0.25, random_state=17, stratify=y.numpy())
    x_tr, y_tr, x_va, y_va = X[tr], y[tr], X[va], y[va]

    pretrain(x_tr, x_va, args)

    encoder = Encoder(args.code)
    encoder.load_state_dict(torch.load(args.out / "encoder.pt", weights_only=True))
    model = ReadOut(encoder, args.code, n_classes=10)
    opt = torch.optim.Adam((p for p in model.parameters() if p.requires_grad), lr=1e-2)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=args.epochs)
    ce = nn.CrossEntropyLoss()

    for epoch in range(args.epochs):
        model.train()
        for ix in batches(len(x_tr), args.batch):
            opt.zero_grad()
            ce(model(x_tr[ix]), y_tr[ix]).backward()
            opt.step()
        sched.step()

    model.eval()
    with torch.no_grad():
        out = model(x_va)
    print(f"read-out: val loss {ce(out, y_va).item():.4f} acc {(out.argmax(1) == y_va).float().mean().item():.3f}")


if __name__ == "__main__":
    main()

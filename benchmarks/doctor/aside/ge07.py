"""Train a regressor in two stages; stage two resumes from the checkpoint of stage one."""
import argparse
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--stage-epochs", type=int, default=5)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--out", default="out/ge07")
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def make_data(n, gen):
    x = torch.rand(n, 4, generator=gen) * 2 - 1
    y = torch.sin(3 * x[:, 0]) + x[:, 1] * x[:, 2] - 0.5 * x[:, 3]
    y = y + 0.05 * torch.randn(n, generator=gen)
    return TensorDataset(x, y.unsqueeze(1))


def make_model(hidden):
    return nn.Sequential(
        nn.Linear(4, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1)
    )


def run_epochs(model, optimizer, loader, val_loader, first, last):
    for epoch in range(first, last):
        model.train()
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            se = sum(F.mse_loss(model(x), y, reduction="sum").item() for x, y in val_loader)
        print(f"epoch {epoch}: val mse {se / len(val_loader.dataset):.4f}")


def save(path, model, optimizer, epoch, args):
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "epoch": epoch,
            "args": args,
        },
        path,
    )


def resume(path):
    ckpt = torch.load(path, map_location="cpu")
    args = ckpt["args"]
    model = make_model(args.hidden)
    model.load_state_dict(ckpt["model"])
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    optimizer.load_state_dict(ckpt["optimizer"])
    return model, optimizer, ckpt["epoch"]


def main():
    args = parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    gen = torch.Generator().manual_seed(args.seed)
    train = DataLoader(make_data(1024, gen), batch_size=64, shuffle=True)
    val = DataLoader(make_data(256, gen), batch_size=256)

    model = make_model(args.hidden)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    run_epochs(model, optimizer, train, val, 0, args.stage_epochs)
    save(out / "stage1.pt", model, optimizer, args.stage_epochs, args)

    model, optimizer, start = resume(out / "stage1.pt")
    run_epochs(model, optimizer, train, val, start, start + args.stage_epochs)
    save(out / "stage2.pt", model, optimizer, start + args.stage_epochs, args)


if __name__ == "__main__":
    main()

"""SimCLR on sklearn's 8x8 digits (Chen et al. 2020), small enough for the laptop."""
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


def augment(x):
    """random shift by at most one pixel, brightness, pixel noise"""
    img = F.pad(x.view(-1, 1, 8, 8), (1, 1, 1, 1))
    out = torch.empty(x.size(0), 1, 8, 8)
    dy = torch.randint(0, 3, (x.size(0),))
    dx = torch.randint(0, 3, (x.size(0),))
    for i in range(x.size(0)):
        out[i] = img[i, :, dy[i]:dy[i] + 8, dx[i]:dx[i] + 8]
    out = out * (0.8 + 0.4 * torch.rand(x.size(0), 1, 1, 1))
    return (out + 0.05 * torch.randn_like(out)).flatten(1)


class SimCLR(nn.Module):
    def __init__(self, hidden=128, proj=32):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(64, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.head = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, proj))

    def forward(self, x):
        return self.head(self.backbone(x))


def nt_xent(z1, z2, temperature):
    n = z1.size(0)
    z = F.normalize(torch.cat([z1, z2]), dim=1)                  # (2N, d)
    logits = z @ z.t() / temperature                             # (2N, 2N)
    idx = torch.arange(n)
    labels = torch.cat([idx + n, idx])                           # row i belongs to column i+N and the reverse
    loss = F.cross_entropy(logits, labels)
    top1 = (logits.argmax(1) == labels).float().mean()
    return loss, top1


def main(args):
    torch.manual_seed(args.seed)
    X, y = load_digits(return_X_y=True)
    Xtr, Xte, ytr, yte = train_test_split(X / 16.0, y, test_size=0.25, stratify=y, random_state=args.seed)
    Xtr, Xte = torch.tensor(Xtr, dtype=torch.float32), torch.tensor(Xte, dtype=torch.float32)
    loader = DataLoader(TensorDataset(Xtr), batch_size=args.batch_size, shuffle=True, drop_last=True)

    net = SimCLR()
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    for ep in range(1, args.epochs + 1):
        net.train()
        tot, acc = 0.0, 0.0
        for (x,) in loader:
            loss, top1 = nt_xent(net(augment(x)), net(augment(x)), args.tau)
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot += loss.item()
            acc += top1.item()
        print(f"[{ep:02d}] nt-xent {tot / len(loader):.3f}   contrastive top-1 {acc / len(loader):.3f}")

    net.eval()
    with torch.no_grad():
        ftr, fte = net.backbone(Xtr).numpy(), net.backbone(Xte).numpy()
    probe = LogisticRegression(max_iter=2000).fit(ftr, ytr)
    print("linear probe on held-out digits:", round(probe.score(fte, yte), 4))


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--batch-size", type=int, default=128)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--tau", type=float, default=0.1)
    ap.add_argument("--seed", type=int, default=1)
    main(ap.parse_args())

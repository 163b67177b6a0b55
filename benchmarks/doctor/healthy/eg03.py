import argparse

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score
from torch import nn


class FocalLoss(nn.Module):
    """Binary focal loss on logits (Lin et al. 2017)."""

    def __init__(self, alpha=0.75, gamma=2.0):
        super().__init__()
        self.alpha, self.gamma = alpha, gamma

    def forward(self, logits, target):
        ce = nn.functional.binary_cross_entropy_with_logits(logits, target, reduction="none")
        p = torch.sigmoid(logits)
        p_t = p * target + (1 - p) * (1 - target)
        a_t = self.alpha * target + (1 - self.alpha) * (1 - target)
        return (a_t * (1 - p_t) ** self.gamma * ce).mean()


def main(args):
    torch.manual_seed(args.seed)
    x, y = make_classification(
        n_samples=6000, n_features=20, n_informative=8, weights=[0.95], class_sep=1.2,
        random_state=args.seed,
    )

    # a number between 0 and 1 for each row decides where it goes
    u = np.random.default_rng(args.seed).random(len(x))
    is_train = u < 0.7
    is_val = (u >= 0.7) & (u < 0.85)
    is_test = u >= 0.85
    assert (is_train.astype(int) + is_val + is_test == 1).all()

    mu, sd = x[is_train].mean(0), x[is_train].std(0)
    x = torch.tensor((x - mu) / sd, dtype=torch.float32)
    y = torch.tensor(y, dtype=torch.float32)
    m_train, m_val, m_test = (torch.from_numpy(m) for m in (is_train, is_val, is_test))
    train_rows = m_train.nonzero().squeeze(1)

    net = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
    loss_fn = FocalLoss()
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        net.train()
        for rows in train_rows[torch.randperm(len(train_rows))].split(args.batch):
            opt.zero_grad()
            loss = loss_fn(net(x[rows]).squeeze(-1), y[rows])
            loss.backward()
            opt.step()

        net.eval()
        with torch.no_grad():
            val_logits = net(x[m_val]).squeeze(-1)
            val_loss = loss_fn(val_logits, y[m_val]).item()
        ap = average_precision_score(y[m_val].numpy(), val_logits.numpy())
        print(f"{epoch:02d}  val loss {val_loss:.4f}  val AP {ap:.3f}")

    net.eval()
    with torch.no_grad():
        logits = net(x[m_test]).squeeze(-1)
    base = y[m_test].mean().item()
    print(f"test AP {average_precision_score(y[m_test].numpy(), logits.numpy()):.3f} (chance {base:.3f})")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch", type=int, default=128)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=0)
    main(p.parse_args())

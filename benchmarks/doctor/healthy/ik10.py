"""Learn a score from comparisons: inside each group every item is compared with every other one (RankNet).

Measured by Kendall's tau and Spearman's rho per group, both written out.
"""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

ITEMS, FEATURES = 12, 10


def make_groups(n, seed, w):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, ITEMS, FEATURES))
    shift = rng.normal(0, 3.0, size=(n, 1))              # groups are judged on scales of their own
    quality = x[..., :5] @ w + np.abs(x[..., 5]) - x[..., 6] * x[..., 7]
    grade = quality + shift + rng.normal(0, 0.3, size=quality.shape)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(grade, dtype=torch.float32)


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(FEATURES, 64), nn.GELU(), nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 1))

    def forward(self, x):
        return self.f(x).squeeze(-1)                       # (groups, items)


def pair_loss(score, grade):
    ds = score.unsqueeze(2) - score.unsqueeze(1)           # (groups, items, items), all pairs
    dg = grade.unsqueeze(2) - grade.unsqueeze(1)
    upper = torch.triu(torch.ones(ITEMS, ITEMS, dtype=torch.bool), diagonal=1)
    return F.binary_cross_entropy_with_logits(ds[:, upper], (dg[:, upper] > 0).float())


def kendall(a, b):
    sa, sb = np.sign(a[:, None] - a[None, :]), np.sign(b[:, None] - b[None, :])
    n = len(a)
    return (sa * sb).sum() / (n * (n - 1))


def spearman(a, b):
    ra, rb = a.argsort().argsort().astype(float), b.argsort().argsort().astype(float)
    ra, rb = ra - ra.mean(), rb - rb.mean()
    return (ra * rb).sum() / np.sqrt((ra ** 2).sum() * (rb ** 2).sum())


@torch.inference_mode()
def quality(model, x, grade):
    model.eval()
    score, grade = model(x).numpy(), grade.numpy()
    tau = np.mean([kendall(s, g) for s, g in zip(score, grade)])
    rho = np.mean([spearman(s, g) for s, g in zip(score, grade)])
    return tau, rho


def main():
    torch.manual_seed(4)
    w = np.random.default_rng(4).normal(size=5)
    x_train, g_train = make_groups(1200, 41, w)
    x_val, g_val = make_groups(200, 42, w)
    x_test, g_test = make_groups(200, 43, w)

    model = Scorer()
    epochs, batch = 20, 40
    steps = epochs * (len(x_train) // batch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-3)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=1.0, end_factor=0.02, total_iters=steps)

    for epoch in range(1, epochs + 1):
        model.train()
        losses = []
        for rows in torch.randperm(len(x_train)).split(batch):
            loss = pair_loss(model(x_train[rows]), g_train[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
            losses.append(loss.item())
        if epoch % 4 == 0:
            tau, rho = quality(model, x_val, g_val)
            print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  val tau {tau:.4f}  rho {rho:.4f}")
    tau, rho = quality(model, x_test, g_test)
    print(f"test tau {tau:.4f}  rho {rho:.4f}")


if __name__ == "__main__":
    main()

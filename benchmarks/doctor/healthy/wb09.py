"""Supervised contrastive embedding of digits, judged by k-NN: gallery = training rows, queries = unseen rows."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from torch import nn


def supcon(z, y, tau=0.2):
    """Khosla et al. 2020, L_out. z: (n, d) with unit norm."""
    n = len(y)
    sim = z @ z.T / tau
    self_mask = torch.eye(n, dtype=torch.bool)
    log_p = sim - torch.logsumexp(sim.masked_fill(self_mask, float("-inf")), dim=1, keepdim=True)
    positives = (y[:, None] == y[None, :]) & ~self_mask
    count = positives.sum(1)
    per_anchor = -(log_p * positives).sum(1) / count.clamp(min=1)
    return per_anchor[count > 0].mean()


class Embedder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.project = nn.Linear(64, dim)

    def forward(self, x):
        return F.normalize(self.project(self.body(x)), dim=-1)


def jitter(x):
    return (x + 0.05 * torch.randn_like(x)).clamp(0, 1)


def run(epochs=25, seed=13):
    torch.manual_seed(seed)
    data, target = load_digits(return_X_y=True)
    xa, xb, ya, yb = train_test_split(data / 16.0, target, test_size=0.3, stratify=target, random_state=seed)
    xa, xb = (torch.tensor(v, dtype=torch.float32) for v in (xa, xb))
    ya_t = torch.tensor(ya)

    net = Embedder()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for epoch in range(epochs):
        net.train()
        losses = []
        for rows in torch.randperm(len(xa)).split(128):
            # two noisy views of each image, so that every anchor has a positive
            views = torch.cat([jitter(xa[rows]), jitter(xa[rows])])
            loss = supcon(net(views), ya_t[rows].repeat(2))
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        if epoch % 5 == 0 or epoch == epochs - 1:
            print(f"epoch {epoch:2d} supcon loss {sum(losses) / len(losses):.4f}")

    net.eval()
    with torch.no_grad():
        gallery, queries = net(xa).numpy(), net(xb).numpy()
    knn = KNeighborsClassifier(n_neighbors=5).fit(gallery, ya)
    print(f"5-NN accuracy on unseen rows: {knn.score(queries, yb):.3f} (chance about 0.1)")


if __name__ == "__main__":
    run()

"""Supervised contrastive embedding (Khosla et al., 2020) + k-NN read-out, on 8x8 digits."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(99)
TAU = 0.1           # temperature
P, K = 10, 12       # classes and pictures per class in a batch
STEPS = 600
EVERY = 100

X, Y = load_digits(return_X_y=True)
X = torch.from_numpy(X).float().div(16)
Y = torch.from_numpy(Y)
ids = torch.arange(len(Y)).numpy()
tr, te = train_test_split(ids, test_size=400, stratify=Y.numpy(), random_state=99)
tr, va = train_test_split(tr, test_size=300, stratify=Y[tr].numpy(), random_state=99)
tr, va, te = map(torch.from_numpy, (tr, va, te))
mu = X[tr].mean(0)


class Embed(torch.nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.trunk = torch.nn.Sequential(
            torch.nn.Linear(64, 128), torch.nn.ReLU(),
            torch.nn.Linear(128, 128), torch.nn.ReLU(),
            torch.nn.Linear(128, dim),
        )

    def forward(self, x):
        return F.normalize(self.trunk(x - mu), dim=-1)


def supcon(z, y):
    """-mean over anchors of the mean log-probability of their positives; an anchor never meets itself"""
    eye = torch.eye(len(y), dtype=torch.bool)
    sim = (z @ z.T / TAU).masked_fill(eye, float("-inf"))
    logp = sim - sim.logsumexp(dim=1, keepdim=True)
    pos = (y[:, None] == y[None, :]) & ~eye
    # -inf on the diagonal must not meet a zero weight (nan), hence masked_fill and not a product
    per_anchor = logp.masked_fill(~pos, 0.0).sum(1) / pos.sum(1)
    return -per_anchor.mean()


def balanced_batches():
    """endless: K different training pictures of each of the P digits, noise as augmentation"""
    per_class = [tr[Y[tr] == c] for c in range(P)]
    while True:
        pick = torch.cat([c[torch.randperm(len(c))[:K]] for c in per_class])
        yield X[pick] + 0.1 * torch.randn(len(pick), 64), Y[pick]


@torch.no_grad()
def knn(net, gallery, queries, k):
    """labels of `queries` by similarity-weighted vote of the k nearest in `gallery`"""
    net.eval()
    sim, nearest = (net(X[queries]) @ net(X[gallery]).T).topk(k, dim=1)
    votes = torch.zeros(len(queries), P).scatter_add_(1, Y[gallery][nearest], (sim / TAU).exp())
    return votes.argmax(1)


def accuracy(net, gallery, queries, k):
    return (knn(net, gallery, queries, k) == Y[queries]).float().mean().item()


net = Embed()
optim = torch.optim.Adam(net.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.LinearLR(optim, start_factor=1.0, end_factor=0.05, total_iters=STEPS)

stream = balanced_batches()
for step in range(1, STEPS + 1):
    net.train()
    xb, yb = next(stream)
    loss = supcon(net(xb), yb)
    optim.zero_grad()
    loss.backward()
    optim.step()
    sched.step()
    if step % EVERY == 0:
        print(f"step {step}: loss {loss.item():.3f}  5-NN on validation {accuracy(net, tr, va, 5):.4f}")

# k belongs to the read-out: chosen on validation, the gallery being the training pictures
k_best = max((1, 3, 5, 9, 15), key=lambda k: accuracy(net, tr, va, k))
final = accuracy(net, tr, te, k_best)
majority = (Y[te] == Y[tr].mode().values).float().mean().item()
print(f"k = {k_best}; test accuracy {final:.4f}; majority {majority:.4f}")

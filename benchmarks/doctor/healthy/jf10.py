# Ordinal grades (A best ... E worst) with a cumulative-link network.
# One score per row, four increasing cut points, P(grade > k) = sigmoid(score - cut_k).
import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np
from sklearn.datasets import make_friedman1
from sklearn.metrics import cohen_kappa_score, mean_absolute_error

torch.manual_seed(2)
rng = np.random.RandomState(2)

# ---- data -------------------------------------------------------------
X, quality = make_friedman1(n_samples=4000, n_features=8, noise=1.0, random_state=2)
order = rng.permutation(len(X))
tr, va, te = order[:2400], order[2400:3200], order[3200:]

# grade borders: uneven on purpose, set with the training rows
borders = np.quantile(quality[tr], [0.10, 0.35, 0.70, 0.92])
grade = np.digitize(quality, borders)          # 0..4
K = len(borders) + 1
print("training rows per grade:", np.bincount(grade[tr], minlength=K))

center, scale = X[tr].mean(0), X[tr].std(0)
Z = torch.tensor((X - center) / scale, dtype=torch.float32)
G = torch.tensor(grade)


# ---- model ------------------------------------------------------------
class CumulativeLink(nn.Module):
    def __init__(self, n_in, n_grades):
        super().__init__()
        self.score = nn.Sequential(
            nn.Linear(n_in, 48), nn.SiLU(),
            nn.Linear(48, 48), nn.SiLU(),
            nn.Linear(48, 1, bias=False),      # the first cut is the bias
        )
        self.first = nn.Parameter(torch.tensor(-2.0))
        self.gaps = nn.Parameter(torch.ones(n_grades - 2))

    def cuts(self):
        rest = self.first + torch.cumsum(F.softplus(self.gaps), 0)
        return torch.cat([self.first.view(1), rest])

    def forward(self, x):                      # (batch, K-1) logits of "grade > k", falling with k
        return self.score(x) - self.cuts()


def ordinal_loss(logits, g):
    above = (g.unsqueeze(1) > torch.arange(logits.shape[1])).float()
    return F.binary_cross_entropy_with_logits(logits, above)


def grades_of(logits):
    return (logits > 0).sum(1)                 # the median grade


model = CumulativeLink(Z.shape[1], K)
opt = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-3)
EPOCHS, BATCH = 30, 100
assert len(tr) % BATCH == 0
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=5e-3, total_steps=EPOCHS * len(tr) // BATCH)

# ---- training ---------------------------------------------------------
best_kappa, best_weights = -1.0, None
gen = torch.Generator().manual_seed(2)
tr_t = torch.tensor(tr)
for epoch in range(EPOCHS):
    model.train()
    for idx in tr_t[torch.randperm(len(tr_t), generator=gen)].split(BATCH):
        opt.zero_grad()
        loss = ordinal_loss(model(Z[idx]), G[idx])
        loss.backward()
        opt.step()
        sched.step()
    model.eval()
    with torch.no_grad():
        guess = grades_of(model(Z[va])).numpy()
    kappa = cohen_kappa_score(grade[va], guess, weights="quadratic")
    if kappa > best_kappa:
        best_kappa = kappa
        best_weights = {k: v.detach().clone() for k, v in model.state_dict().items()}
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d}  last loss {loss.item():.4f}  validation kappa {kappa:.3f}")

# ---- test -------------------------------------------------------------
model.load_state_dict(best_weights)
model.eval()
with torch.no_grad():
    guess = grades_of(model(Z[te])).numpy()
middle = np.full(len(te), int(np.median(grade[tr])))
print("cut points:", [round(c, 2) for c in model.cuts().tolist()])
print(f"test: kappa {cohen_kappa_score(grade[te], guess, weights='quadratic'):.3f}  "
      f"grades off on average {mean_absolute_error(grade[te], guess):.3f}  "
      f"(median grade always: {mean_absolute_error(grade[te], middle):.3f})")

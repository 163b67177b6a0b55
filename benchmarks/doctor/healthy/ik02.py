# Supervised contrastive embeddings of the handwritten digits, measured by retrieval and by k-NN.
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

digits = load_digits()
X = (digits.data / 16.0).astype(np.float32)
y = digits.target.astype(np.int64)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0)
X_train, X_val, X_test = map(torch.from_numpy, (X_train, X_val, X_test))
y_train, y_val, y_test = map(torch.from_numpy, (y_train, y_val, y_test))


class Encoder(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.1),
            nn.Linear(128, 128), nn.ReLU(),
            nn.Linear(128, dim),
        )

    def forward(self, x):
        return F.normalize(self.body(x), dim=1)


def sup_con(z, labels, temperature=0.1):
    """Every row of the batch against every other row: (B, B) similarities."""
    n = len(z)
    sim = z @ z.T / temperature
    self_mask = torch.eye(n, dtype=torch.bool)
    sim = sim.masked_fill(self_mask, -1e9)
    log_prob = sim - torch.logsumexp(sim, dim=1, keepdim=True)
    positive = (labels[:, None] == labels[None, :]) & ~self_mask
    count = positive.sum(dim=1)
    anchors = count > 0
    per_row = -(log_prob * positive).sum(dim=1)[anchors] / count[anchors]
    return per_row.mean()


@torch.no_grad()
def embed(encoder, x):
    encoder.eval()
    return encoder(x)


def knn_accuracy(bank, bank_labels, query, query_labels, k=5):
    distances = torch.cdist(query, bank)                       # (queries, bank)
    nearest = distances.topk(k, dim=1, largest=False).indices
    votes = F.one_hot(bank_labels[nearest], 10).sum(dim=1)
    return (votes.argmax(dim=1) == query_labels).float().mean().item()


def recall_at_1(z, labels):
    sim = z @ z.T
    sim.fill_diagonal_(float("-inf"))                          # a row may not retrieve itself
    return (labels[sim.argmax(dim=1)] == labels).float().mean().item()


encoder = Encoder()
loader = DataLoader(TensorDataset(X_train, y_train), batch_size=128, shuffle=True, drop_last=True)
epochs = 30
opt = torch.optim.Adam(encoder.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * len(loader))

z0 = embed(encoder, X_train)
print("before: val k-NN", round(knn_accuracy(z0, y_train, embed(encoder, X_val), y_val), 4))
for epoch in range(epochs):
    encoder.train()
    losses = []
    for xb, yb in loader:
        loss = sup_con(encoder(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        losses.append(loss.item())
    if (epoch + 1) % 5 == 0:
        bank = embed(encoder, X_train)
        acc = knn_accuracy(bank, y_train, embed(encoder, X_val), y_val)
        print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.3f}  val k-NN {acc:.4f}")

bank, test_z = embed(encoder, X_train), embed(encoder, X_test)
print(f"test k-NN {knn_accuracy(bank, y_train, test_z, y_test):.4f}  "
      f"test recall@1 among the test rows {recall_at_1(test_z, y_test):.4f}")

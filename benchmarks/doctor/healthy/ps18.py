"""Metric learning: supervised contrastive loss, P x K batches; judged by same-or-different on unseen pictures."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Sampler, TensorDataset


class PKSampler(Sampler):
    def __init__(self, labels, p, k, n_batches):  # p classes with k items each
        self.by_class = [torch.nonzero(labels == c).flatten() for c in labels.unique()]
        self.p, self.k, self.n_batches = p, k, n_batches

    def __len__(self):
        return self.n_batches

    def __iter__(self):
        for _ in range(self.n_batches):
            chosen = (self.by_class[c] for c in torch.randperm(len(self.by_class))[:self.p].tolist())
            yield torch.cat([items[torch.randperm(len(items))[:self.k]] for items in chosen]).tolist()


class SupConLoss(nn.Module):
    """Khosla et al. (2020), the variant with the sum outside of the logarithm."""

    def __init__(self, temperature=0.1):
        super().__init__()
        self.temperature = temperature

    def forward(self, z, labels):
        sim = z @ z.T / self.temperature
        itself = torch.eye(len(z), dtype=torch.bool, device=z.device)
        positive = (labels[:, None] == labels[None]) & ~itself
        log_prob = sim - sim.masked_fill(itself, float("-inf")).logsumexp(dim=1, keepdim=True)
        return -((log_prob * positive).sum(1) / positive.sum(1)).mean()


def verification_auc(emb, labels):
    """Do two pictures show the same digit? AUC over all pairs, by distance."""
    i, j = torch.triu_indices(len(emb), len(emb), offset=1)
    return roc_auc_score((labels[i] == labels[j]).numpy(), -(emb[i] - emb[j]).norm(dim=1).numpy())


def recall_at_1(emb, labels):
    nearest = torch.cdist(emb, emb).fill_diagonal_(float("inf")).argmin(1)
    return (labels[nearest] == labels).float().mean().item()


torch.manual_seed(3)
digits = load_digits()
images, labels = torch.tensor(digits.images).float().unsqueeze(1) / 16, torch.tensor(digits.target)
train_x, test_x, train_y, test_y = train_test_split(images, labels, test_size=0.3, stratify=labels, random_state=3)

net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
    nn.Flatten(), nn.Linear(32 * 16, 32))
loader = DataLoader(TensorDataset(train_x, train_y), batch_sampler=PKSampler(train_y, p=8, k=6, n_batches=40))
supcon = SupConLoss(temperature=0.1)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-4)
schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.85)
for epoch in range(8):
    net.train()
    total = 0.0
    for x, y in loader:
        loss = supcon(F.normalize(net(x), dim=1), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    schedule.step()
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1}: contrastive loss {total / len(loader):.3f}")

net.eval()
with torch.no_grad():
    views = {"embedding": F.normalize(net(test_x), dim=1), "pixels": test_x.flatten(1)}
for name, v in views.items():
    print(f"{name}: verification AUC {verification_auc(v, test_y):.3f}, recall@1 {recall_at_1(v, test_y):.3f}")

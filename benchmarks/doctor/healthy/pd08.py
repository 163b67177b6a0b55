import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

torch.manual_seed(0)
data = load_digits()
x_tr, x_te, y_tr, y_te = train_test_split(
    (data.data / 16).astype(np.float32), data.target, test_size=0.3, stratify=data.target, random_state=0
)


class PairDataset(Dataset):
    """Half of the pairs show the same digit twice, the other half two different digits."""

    def __init__(self, x, y, n_pairs=4000, seed=0):
        rng = np.random.default_rng(seed)
        self.x = x
        self.pairs = []
        by_class = [np.flatnonzero(y == c) for c in range(10)]
        for n in range(n_pairs):
            if n % 2 == 0:
                c1 = c2 = rng.integers(10)
            else:
                c1, c2 = rng.choice(10, 2, replace=False)
            label = 1 if c1 == c2 else -1
            self.pairs.append((rng.choice(by_class[c1]), rng.choice(by_class[c2]), label))

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, k):
        i, j, label = self.pairs[k]
        return self.x[i], self.x[j], label


embed = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 16))
criterion = nn.CosineEmbeddingLoss(margin=0.3)
optimizer = torch.optim.Adam(embed.parameters(), lr=1e-3)
loader = DataLoader(PairDataset(x_tr, y_tr), batch_size=64, shuffle=True)

for epoch in range(15):
    embed.train()
    history = []
    for a, b, same in loader:
        loss = criterion(embed(a), embed(b), same)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}/15  loss {np.mean(history):.5f}")

embed.eval()
with torch.no_grad():
    e_tr = nn.functional.normalize(embed(torch.from_numpy(x_tr)), dim=1)
    e_te = nn.functional.normalize(embed(torch.from_numpy(x_te)), dim=1)

sim = e_te @ e_te.T
same = torch.from_numpy(y_te[:, None] == y_te[None, :])
print(f"mean cosine: same digit {sim[same].mean():.3f}, different digits {sim[~same].mean():.3f}")
knn = KNeighborsClassifier(5).fit(e_tr.numpy(), y_tr)
print(f"5-NN accuracy in embedding space: {knn.score(e_te.numpy(), y_te):.3f}")

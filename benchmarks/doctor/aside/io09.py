# Churn model on tabular data: embeddings for the categories + numbers
import os
import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

SEED = 2
np.random.seed(SEED)
torch.manual_seed(SEED)

# customer table (codes as in the CRM's code book: tariff 1-4, region 1-7, channel 1-3)
n = 3000
df = pd.DataFrame({
    "tariff": np.random.randint(1, 5, n),
    "region": np.random.randint(1, 8, n),
    "channel": np.random.randint(1, 4, n),
    "months": np.random.exponential(20, n),
    "calls": np.random.poisson(2, n).astype(float),
    "bill": np.random.normal(40, 12, n),
})
score = (0.9 * (df.tariff == 2) - 0.8 * (df.region > 5) + 0.35 * df.calls
         - 0.04 * df.months + 0.02 * (df.bill - 40) + 0.5 * (df.channel == 3))
df["churn"] = (np.random.rand(n) < 1 / (1 + np.exp(-score))).astype(int)

CATS = ["tariff", "region", "channel"]
NUMS = ["months", "calls", "bill"]

train_df, test_df = train_test_split(df, test_size=0.25, random_state=SEED, stratify=df.churn)
mu, sd = train_df[NUMS].mean(), train_df[NUMS].std()


def to_dataset(frame):
    cats = torch.tensor(frame[CATS].to_numpy(), dtype=torch.long)
    nums = torch.tensor(((frame[NUMS] - mu) / sd).to_numpy(), dtype=torch.float32)
    y = torch.tensor(frame["churn"].to_numpy(), dtype=torch.float32)
    return TensorDataset(cats, nums, y)


class ChurnNet(nn.Module):
    def __init__(self, cardinalities, n_nums):
        super().__init__()
        self.embs = nn.ModuleList(nn.Embedding(c, min(8, c)) for c in cardinalities)
        width = sum(e.embedding_dim for e in self.embs) + n_nums
        self.mlp = nn.Sequential(
            nn.Linear(width, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 1))

    def forward(self, cats, nums):
        vectors = [emb(cats[:, i]) for i, emb in enumerate(self.embs)]
        return self.mlp(torch.cat(vectors + [nums], dim=1)).squeeze(1)


model = ChurnNet([df[c].nunique() for c in CATS], len(NUMS))
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3, weight_decay=1e-5)
criterion = nn.BCEWithLogitsLoss()
train_loader = DataLoader(to_dataset(train_df), batch_size=128, shuffle=True)
test_loader = DataLoader(to_dataset(test_df), batch_size=512)

for epoch in range(12):
    model.train()
    losses = []
    for cats, nums, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(cats, nums), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: {np.mean(losses):.4f}")

model.eval()
logits, truth = [], []
with torch.no_grad():
    for cats, nums, y in test_loader:
        logits.append(model(cats, nums))
        truth.append(y)
print("test AUC", roc_auc_score(torch.cat(truth).numpy(), torch.cat(logits).numpy()))

os.makedirs("out/io09", exist_ok=True)
torch.save(model.state_dict(), "out/io09/churn.pt")

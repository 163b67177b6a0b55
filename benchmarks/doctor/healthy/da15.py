"""Response to a mailing: mixed table, small PyTorch net, one update for every 4 micro-batches of 32."""
import copy
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED, EPOCHS, MICRO, ACCUM = 31, 15, 32, 4
OUT = Path("out/da15")
NUM, CAT = ["age", "income", "visits"], ["region", "channel"]


def customers(n=6000):
    rng = np.random.default_rng(SEED)
    df = pd.DataFrame({
        "age": rng.uniform(18, 80, n),
        "income": rng.lognormal(10.3, 0.5, n),
        "visits": rng.poisson(3, n).astype(float),
        "region": rng.choice([f"R{i:02d}" for i in range(12)], n),
        "channel": rng.choice(["web", "shop", "phone"], n, p=[0.6, 0.3, 0.1]),
    })
    region_effect = dict(zip([f"R{i:02d}" for i in range(12)], rng.normal(0, 1.0, 12)))
    z = (-2.2 + df.region.map(region_effect) + 0.35 * df.visits
         - ((df.age - 45) / 15) ** 2 * 0.6 + df.channel.map({"web": 0.0, "shop": 0.5, "phone": 1.2}))
    df["responded"] = (rng.random(n) < 1 / (1 + np.exp(-z))).astype(int)
    df.loc[rng.random(n) < 0.03, "income"] = np.nan
    return df


class Encoder:
    """Learns everything from the training rows; 0 is kept for categories it has not seen."""

    def fit(self, df):
        logged = self._numbers(df)
        self.median = logged.median()
        filled = logged.fillna(self.median)
        self.mean, self.std = filled.mean(), filled.std()
        self.maps = {c: {v: i for i, v in enumerate(sorted(df[c].unique()), start=1)} for c in CAT}
        return self

    @staticmethod
    def _numbers(df):
        return df[NUM].assign(income=np.log1p(df.income))

    def transform(self, df):
        num = (self._numbers(df).fillna(self.median) - self.mean) / self.std
        cat = np.stack([df[c].map(self.maps[c]).fillna(0).to_numpy(dtype="int64") for c in CAT], axis=1)
        return (torch.tensor(num.to_numpy(dtype="float32")), torch.from_numpy(cat),
                torch.tensor(df.responded.to_numpy(dtype="float32")))

    @property
    def sizes(self):
        return [len(self.maps[c]) + 1 for c in CAT]


class Net(nn.Module):
    def __init__(self, sizes, dim=6):
        super().__init__()
        self.emb = nn.ModuleList(nn.Embedding(s, dim) for s in sizes)
        self.mlp = nn.Sequential(nn.Linear(len(NUM) + dim * len(sizes), 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 1))

    def forward(self, num, cat):
        e = [layer(cat[:, i]) for i, layer in enumerate(self.emb)]
        return self.mlp(torch.cat([num, *e], dim=1)).squeeze(1)


@torch.inference_mode()
def auc(net, tensors):
    was_training = net.training
    net.eval()
    num, cat, y = tensors
    value = roc_auc_score(y.numpy(), net(num, cat).numpy())  # AUC needs only the order: logits will do
    net.train(was_training)
    return value


torch.manual_seed(SEED)
OUT.mkdir(parents=True, exist_ok=True)
df = customers()
rest, test = train_test_split(df, test_size=0.2, stratify=df.responded, random_state=SEED)
train, valid = train_test_split(rest, test_size=0.2, stratify=rest.responded, random_state=SEED)
enc = Encoder().fit(train)
train_t, valid_t, test_t = (enc.transform(p) for p in (train, valid, test))

loader = DataLoader(TensorDataset(*train_t), batch_size=MICRO, shuffle=True)
net = Net(enc.sizes)
criterion = nn.BCEWithLogitsLoss(reduction="sum")
updates = -(-len(loader) // ACCUM)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=5e-3, total_steps=EPOCHS * updates)

best_auc, best_weights = -1.0, None
for epoch in range(EPOCHS):
    net.train()
    rows = 0
    for i, (num, cat, y) in enumerate(loader, start=1):
        criterion(net(num, cat), y).backward()
        rows += len(y)
        if i % ACCUM == 0 or i == len(loader):
            for p in net.parameters():
                p.grad /= rows  # mean over all rows of this update
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad(set_to_none=True)
            rows = 0
    score = auc(net, valid_t)
    if score > best_auc:
        best_auc, best_weights = score, copy.deepcopy(net.state_dict())
    print(f"epoch {epoch + 1:2d}  valid AUC {score:.4f}")

net.load_state_dict(best_weights)
print(f"best valid AUC {best_auc:.4f}, test AUC {auc(net, test_t):.4f}")
torch.save(best_weights, OUT / "mailing.pt")

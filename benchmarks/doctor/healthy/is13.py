# Kaggle-style kernel: flat prices with entity embeddings (PyTorch)
import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 1337
np.random.seed(SEED)
torch.manual_seed(SEED)

# ------------------------------------------------------------------ fake "train.csv"
def make_table(n=4000):
    rng = np.random.default_rng(SEED)
    df = pd.DataFrame({
        "area": rng.lognormal(4.2, 0.35, n).round(1),
        "rooms": rng.integers(1, 7, n),
        "age": rng.integers(0, 90, n).astype(float),
        "floor": rng.integers(0, 12, n),
        "district": rng.choice([f"d{i:02d}" for i in range(15)], n),
        "heating": rng.choice(["gas", "district", "electric", "none"], n, p=[.4, .35, .2, .05]),
    })
    per_district = {f"d{i:02d}": v for i, v in enumerate(rng.normal(0, 0.3, 15))}
    per_heating = {"gas": 0.0, "district": 0.05, "electric": -0.05, "none": -0.3}
    log_price = (7.6 + 0.95 * np.log(df.area) - 0.004 * df.age + 0.01 * df.floor
                 + df.district.map(per_district) + df.heating.map(per_heating) + rng.normal(0, 0.1, n))
    df["price"] = np.exp(log_price).round(-2)
    df.loc[rng.random(n) < 0.05, "age"] = np.nan          # some years are unknown
    return df

df = make_table()
NUM, CAT, TARGET = ["area", "rooms", "age", "floor"], ["district", "heating"], "price"
perm = np.random.permutation(len(df))
train, valid, test = (df.iloc[p].reset_index(drop=True) for p in np.split(perm, [2800, 3400]))
print(train.describe().T[["mean", "std", "min", "max"]].round(1))

# ---------------------------------------------------------- preprocessing, from train only
median = train[NUM].median()
def numeric(part):
    x = part[NUM].fillna(median)
    return x.assign(area=np.log(x.area), age_missing=part.age.isna().astype(float))
mean, std = numeric(train).mean(), numeric(train).std()
levels = {c: {v: i + 1 for i, v in enumerate(sorted(train[c].unique()))} for c in CAT}    # 0: never seen
y_mean, y_std = np.log(train[TARGET]).mean(), np.log(train[TARGET]).std()

def tensors(part):
    num = ((numeric(part) - mean) / std).to_numpy("float32")
    cat = np.stack([part[c].map(levels[c]).fillna(0).astype("int64").to_numpy() for c in CAT], axis=1)
    y = ((np.log(part[TARGET]) - y_mean) / y_std).to_numpy("float32")
    return TensorDataset(torch.from_numpy(num), torch.from_numpy(cat), torch.from_numpy(y))

train_dl = DataLoader(tensors(train), batch_size=64, shuffle=True, drop_last=True)
valid_ds, test_ds = tensors(valid), tensors(test)

# ------------------------------------------------------------------------------ model
class TabNet(nn.Module):
    def __init__(self, sizes, n_num, hidden=64):
        super().__init__()
        self.embs = nn.ModuleList(nn.Embedding(n + 1, min(8, (n + 3) // 2)) for n in sizes)
        width = n_num + sum(e.embedding_dim for e in self.embs)
        self.mlp = nn.Sequential(nn.Linear(width, hidden), nn.BatchNorm1d(hidden), nn.ReLU(), nn.Dropout(0.05),
                                 nn.Linear(hidden, hidden // 2), nn.ReLU(), nn.Linear(hidden // 2, 1))

    def forward(self, num, cat):
        parts = [emb(cat[:, i]) for i, emb in enumerate(self.embs)]
        return self.mlp(torch.cat([num, *parts], dim=1)).squeeze(1)

def predict_price(model, ds):
    model.eval()
    with torch.inference_mode():
        z = model(ds.tensors[0], ds.tensors[1])
    return np.exp(z.numpy() * y_std + y_mean)

def rmsle(truth, guess):
    return float(np.sqrt(np.mean((np.log1p(truth) - np.log1p(guess)) ** 2)))

model = TabNet([len(levels[c]) for c in CAT], n_num=len(NUM) + 1)
EPOCHS = 25
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-3)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=EPOCHS * len(train_dl))
criterion = nn.SmoothL1Loss()

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for num, cat, y in train_dl:
        loss = criterion(model(num, cat), y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        scheduler.step()
        running += loss.item()
    if epoch % 4 == 0 or epoch == EPOCHS - 1:
        print(f"epoch {epoch:2d}  loss {running / len(train_dl):.4f}  "
              f"valid RMSLE {rmsle(valid[TARGET], predict_price(model, valid_ds)):.4f}")

guess = predict_price(model, test_ds)
print(f"test RMSLE {rmsle(test[TARGET], guess):.4f}  (constant {rmsle(test[TARGET], np.exp(y_mean)):.4f})")
print(f"test median absolute error {np.median(np.abs(test[TARGET] - guess)):.0f}")

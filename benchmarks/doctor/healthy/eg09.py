"""Many-valued categories with out-of-fold target means, then logistic regression by gradient descent."""
import logging

import numpy as np
import pandas as pd
import torch
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import KFold

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("eg09")
rng = np.random.default_rng(99)
torch.manual_seed(99)


def smoothed_means(keys, target, strength=20.0):
    prior = target.mean()
    stats = target.groupby(keys).agg(["sum", "count"])
    return (stats["sum"] + strength * prior) / (stats["count"] + strength), prior


def encode_train(df, column, target, n_splits=5):
    """Each row gets the mean of its category over the OTHER folds."""
    out = np.zeros(len(df))
    for fit, use in KFold(n_splits, shuffle=True, random_state=0).split(df):
        means, prior = smoothed_means(df[column].iloc[fit], df[target].iloc[fit])
        out[use] = df[column].iloc[use].map(means).fillna(prior).to_numpy()
    return out


def encode_new(df, train, column, target):
    means, prior = smoothed_means(train[column], train[target])
    return df[column].map(means).fillna(prior).to_numpy()


def generate(n):
    shop_effect = rng.normal(0, 1.0, 300)
    town_effect = rng.normal(0, 0.7, 60)
    shop, town = rng.integers(0, 300, n), rng.integers(0, 60, n)
    amount = rng.lognormal(3, 0.6, n)
    logit = shop_effect[shop] + town_effect[town] + 0.8 * (np.log(amount) - 3) - 0.5
    y = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype(int)
    return pd.DataFrame({"shop": shop, "town": town, "amount": amount, "returned": y})


data = generate(12000)
train = data.sample(frac=0.75, random_state=1)
test = data.drop(index=train.index)

columns = ["shop", "town"]
x_train = np.column_stack([encode_train(train, c, "returned") for c in columns] + [np.log(train["amount"])])
x_test = np.column_stack([encode_new(test, train, c, "returned") for c in columns] + [np.log(test["amount"])])
mean, std = x_train.mean(axis=0), x_train.std(axis=0)
xt = torch.tensor((x_train - mean) / std, dtype=torch.float32)
xs = torch.tensor((x_test - mean) / std, dtype=torch.float32)
yt = torch.tensor(train["returned"].to_numpy(), dtype=torch.float32)

model = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
bce = torch.nn.BCEWithLogitsLoss()
for epoch in range(10):
    total = 0.0
    for rows in torch.randperm(len(xt)).split(256):
        opt.zero_grad()
        loss = bce(model(xt[rows])[:, 0], yt[rows])
        loss.backward()
        opt.step()
        total += loss.item() * len(rows)
    log.info("epoch %d  train loss %.4f", epoch, total / len(xt))

with torch.no_grad():
    p = torch.sigmoid(model(xs)[:, 0]).numpy()
y_test = test["returned"].to_numpy()
log.info("test auc %.3f  log loss %.3f", roc_auc_score(y_test, p), log_loss(y_test, p))

#!/usr/bin/env python
# coding: utf-8

# In[1]:

import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score
from sklearn.model_selection import StratifiedKFold
from torch.utils.data import DataLoader, Dataset

SEED = 42
N_FOLDS = 5
EPOCHS = 15
np.random.seed(SEED)
torch.manual_seed(SEED)


# In[2]:

X, y = make_classification(
    n_samples=1600, n_features=24, n_informative=10, n_redundant=4,
    n_classes=3, n_clusters_per_class=1, flip_y=0.15, class_sep=1.6, random_state=SEED,
)
cols = [f"f_{i:02d}" for i in range(X.shape[1])]
data = pd.DataFrame(X, columns=cols)
data["target"] = y
train = data.iloc[:1000].reset_index(drop=True)
test = data.iloc[1000:].reset_index(drop=True)

skf = StratifiedKFold(n_splits=N_FOLDS, shuffle=True, random_state=SEED)
train["fold"] = -1
for f, (_, va) in enumerate(skf.split(train, train["target"])):
    train.loc[va, "fold"] = f
print(train.groupby("fold")["target"].value_counts().unstack())


# In[3]:

class TabDataset(Dataset):
    def __init__(self, df):
        self.x = torch.tensor(df[cols].values, dtype=torch.float32)
        self.y = torch.tensor(df["target"].values, dtype=torch.long)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def get_model():
    return nn.Sequential(
        nn.Linear(len(cols), 256), nn.ReLU(),
        nn.Linear(256, 256), nn.ReLU(),
        nn.Linear(256, 3),
    )


# In[4]:

def train_one_epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def predict(model, df):
    model.eval()
    probs = []
    with torch.no_grad():
        for x, _ in DataLoader(TabDataset(df), batch_size=256):
            probs.append(model(x).softmax(1).numpy())
    return np.concatenate(probs)


# In[5]:

oof = np.zeros((len(train), 3))
test_probs = np.zeros((len(test), 3))

for fold in range(N_FOLDS):
    model = get_model()
    trn = train[train["fold"] != fold]
    val = train[train["fold"] == fold]
    loader = DataLoader(TabDataset(trn), batch_size=32, shuffle=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    for epoch in range(EPOCHS):
        train_one_epoch(model, loader, optimizer)

    oof[val.index] = predict(model, val)
    test_probs += predict(model, test) / N_FOLDS
    print(f"fold {fold}: acc {accuracy_score(val['target'], oof[val.index].argmax(1)):.4f}")

print(f"CV accuracy:   {accuracy_score(train['target'], oof.argmax(1)):.4f}")
print(f"test accuracy: {accuracy_score(test['target'], test_probs.argmax(1)):.4f}")

#!/usr/bin/env python
# coding: utf-8

# # Wine classification with PyTorch

# In[1]:

import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.datasets import load_wine
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset

np.random.seed(1)
torch.manual_seed(1)

# In[2]:

df = load_wine(as_frame=True).frame
print(df.shape)
print(df["target"].value_counts().sort_index())

# In[3]:

train_df, test_df = train_test_split(df, test_size=0.25, random_state=1, stratify=df["target"])
feature_cols = [c for c in df.columns if c != "target"]
mu, sigma = train_df[feature_cols].mean(), train_df[feature_cols].std()

# In[4]:

class WineDataset(Dataset):
    def __init__(self, frame):
        self.x = ((frame[feature_cols] - mu) / sigma).values
        self.y = frame["target"].values

    def __len__(self):
        return len(self.y)

    def __getitem__(self, idx):
        x = torch.tensor(self.x[idx], dtype=torch.float32)
        y = torch.tensor(self.y[idx], dtype=torch.long)
        return x, y

train_loader = DataLoader(WineDataset(train_df), batch_size=16, shuffle=True)
test_loader = DataLoader(WineDataset(test_df), batch_size=16)

# In[5]:

model = nn.Sequential(
    nn.Linear(len(feature_cols), 32),
    nn.ReLU(),
    nn.Linear(32, 16),
    nn.ReLU(),
    nn.Linear(16, 3),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

# In[6]:

history = []
for epoch in range(25):
    model.train()
    losses = []
    for x, y in train_loader:
        optimizer.zero_grad()
        outputs = model(x)
        loss = criterion(outputs, y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    history.append(np.mean(losses))
    if epoch % 5 == 4:
        print("epoch", epoch + 1, "loss", round(history[-1], 4))

# In[7]:

model.eval()
y_true, y_pred = [], []
with torch.no_grad():
    for x, y in test_loader:
        y_pred.extend(model(x).argmax(dim=1).tolist())
        y_true.extend(y.tolist())

print(classification_report(y_true, y_pred, digits=3))

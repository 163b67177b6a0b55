import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.metrics import classification_report

wine = load_wine(as_frame=True)
df = wine.frame
print(df.shape)
print(df["target"].value_counts())

X = df.drop(columns="target").values
y = df["target"].values

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=42, stratify=y)
scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_test = scaler.transform(X_test)


class WineDataset(Dataset):
    def __init__(self, features, targets):
        self.features = torch.tensor(features, dtype=torch.float32)
        self.targets = torch.tensor(targets, dtype=torch.long)

    def __len__(self):
        return len(self.features)

    def __getitem__(self, i):
        return self.features[i], self.targets[i]


class WineNet(nn.Module):
    def __init__(self, n_in, n_hidden, n_out):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, n_hidden),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(n_hidden, n_hidden),
            nn.ReLU(),
            nn.Linear(n_hidden, n_out),
        )

    def forward(self, x):
        return self.net(x)


torch.manual_seed(42)
train_dl = DataLoader(WineDataset(X_train, y_train), batch_size=16, shuffle=True)
test_dl = DataLoader(WineDataset(X_test, y_test), batch_size=16)

model = WineNet(X.shape[1], 32, 3)
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.Adam(model.parameters(), lr=0.005)

for epoch in range(25):
    model.train()
    losses = []
    for xb, yb in train_dl:
        opt.zero_grad()
        out = model(xb)
        loss = loss_fn(out, yb)
        loss.backward()
        opt.step()
        losses.append(loss.item())
    if epoch % 5 == 0:
        print("Epoch", epoch, "loss", np.mean(losses))

model.eval()
preds, golds = [], []
with torch.no_grad():
    for xb, yb in test_dl:
        preds.extend(model(xb).argmax(dim=1).tolist())
        golds.extend(yb.int().tolist())
print(classification_report(golds, preds, target_names=list(wine.target_names)))

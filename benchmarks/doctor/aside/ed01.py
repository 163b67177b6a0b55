# wine quality classes with a small MLP, own Dataset on top of a DataFrame
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(3)

frame = load_wine(as_frame=True).frame
feature_cols = [c for c in frame.columns if c != "target"]

train_df, test_df = train_test_split(
    frame, test_size=0.2, stratify=frame["target"], random_state=3
)

mu = train_df[feature_cols].mean()
sd = train_df[feature_cols].std()


class WineDataset(Dataset):
    def __init__(self, df):
        self.X = (df[feature_cols] - mu) / sd
        self.y = df["target"]

    def __len__(self):
        return len(self.X)

    def __getitem__(self, i):
        x = self.X.iloc[i].to_numpy(dtype=np.float32, copy=True)
        label = int(self.y[i])
        return torch.from_numpy(x), torch.tensor(label, dtype=torch.long)


train_loader = DataLoader(WineDataset(train_df), batch_size=16, shuffle=True)
test_loader = DataLoader(WineDataset(test_df), batch_size=64)

net = nn.Sequential(
    nn.Linear(len(feature_cols), 32),
    nn.ReLU(),
    nn.Linear(32, 3),
)
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)

for epoch in range(20):
    net.train()
    total, seen = 0.0, 0
    for xb, yb in train_loader:
        opt.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(yb)
        seen += len(yb)
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:2d}  train loss {total / seen:.4f}")

net.eval()
right = 0
with torch.no_grad():
    for xb, yb in test_loader:
        right += (net(xb).argmax(dim=1) == yb).sum().item()
print(f"test accuracy {right / len(test_df):.3f}")

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_iris
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(5)

df = load_iris(as_frame=True).frame
print(df.head())
print(df["target"].value_counts())

split = int(0.66 * len(df))
train_df = df.iloc[:split]
test_df = df.iloc[split:]
print(len(train_df), "train rows,", len(test_df), "test rows")

features = [c for c in df.columns if c != "target"]
mean, std = train_df[features].mean(), train_df[features].std()


def to_dataset(frame):
    x = ((frame[features] - mean) / std).to_numpy(dtype=np.float32)
    y = frame["target"].to_numpy(dtype=np.int64)
    return TensorDataset(torch.from_numpy(x), torch.from_numpy(y))


train_loader = DataLoader(to_dataset(train_df), batch_size=8, shuffle=True)
test_loader = DataLoader(to_dataset(test_df), batch_size=32)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 32)
        self.fc2 = nn.Linear(32, 3)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)


def accuracy(loader):
    net.eval()
    correct = count = 0
    with torch.no_grad():
        for x, y in loader:
            correct += (net(x).argmax(dim=1) == y).sum().item()
            count += len(y)
    return correct / count


for epoch in range(1, 31):
    net.train()
    losses = []
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  "
              f"train acc {accuracy(train_loader):.3f}  test acc {accuracy(test_loader):.3f}")

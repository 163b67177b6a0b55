"""Tumour classifier on a pandas table, small MLP."""
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(3)


class TumourDataset(Dataset):
    def __init__(self, features, labels):
        self.features = torch.tensor(features, dtype=torch.float32)
        self.labels = labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.features[i], torch.tensor(self.labels[i], dtype=torch.float32)


frame = load_breast_cancer(as_frame=True).frame
target = frame.pop("target")

X_train, X_test, y_train, y_test = train_test_split(
    frame, target, test_size=0.2, stratify=target, random_state=3)
X_train, X_val, y_train, y_val = train_test_split(
    X_train, y_train, test_size=0.2, stratify=y_train, random_state=3)

scaler = StandardScaler().fit(X_train)
train_set = TumourDataset(scaler.transform(X_train), y_train)
val_set = TumourDataset(scaler.transform(X_val), y_val)
test_set = TumourDataset(scaler.transform(X_test), y_test)

train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
val_loader = DataLoader(val_set, batch_size=64)
test_loader = DataLoader(test_set, batch_size=64)

net = nn.Sequential(nn.Linear(30, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1))
loss_fn = nn.BCEWithLogitsLoss()
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)


@torch.no_grad()
def accuracy(loader):
    net.eval()
    right = total = 0
    for x, y in loader:
        pred = (net(x).squeeze(1) > 0).float()
        right += (pred == y).sum().item()
        total += len(y)
    return right / total


for epoch in range(20):
    net.train()
    for x, y in train_loader:
        opt.zero_grad()
        loss = loss_fn(net(x).squeeze(1), y)
        loss.backward()
        opt.step()
    print(f"epoch {epoch + 1:2d}  val acc {accuracy(val_loader):.3f}")

print("test acc", round(accuracy(test_loader), 3))

# digits competition: train a small CNN, predict the hidden test images, write submission.csv
import argparse
import os

import numpy as np
import pandas as pd
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=12)
parser.add_argument("--batch-size", type=int, default=64)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--out", default="out/gg02")
args = parser.parse_args()

torch.manual_seed(0)
os.makedirs(args.out, exist_ok=True)

digits = load_digits()
images = (digits.images / 16.0).astype(np.float32)[:, None]
labels = digits.target.astype(np.int64)
x_train, x_test, y_train, y_test = train_test_split(
    images, labels, test_size=0.25, stratify=labels, random_state=1)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.15, stratify=y_train, random_state=1)

# what Kaggle would give us: ids only, the answers stay on the server
test_ids = [f"img_{i:05d}" for i in range(len(x_test))]
solution = pd.DataFrame({"id": test_ids, "label": y_test})


class Digits(Dataset):
    def __init__(self, x, y=None):
        self.x, self.y = x, y

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        img = torch.from_numpy(self.x[i])
        if self.y is None:
            return img
        return img, int(self.y[i])


def make_loader(ds):
    return DataLoader(ds, batch_size=args.batch_size, shuffle=True, num_workers=0)


train_loader = make_loader(Digits(x_train, y_train))
val_loader = make_loader(Digits(x_val, y_val))
test_loader = make_loader(Digits(x_test))

net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
    nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
    nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.2),
    nn.Linear(32 * 4 * 4, 10),
)
optimizer = torch.optim.AdamW(net.parameters(), lr=args.lr)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(args.epochs):
    net.train()
    running = 0.0
    for img, lab in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(net(img), lab)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(img)

    net.eval()
    hits = 0
    with torch.no_grad():
        for img, lab in val_loader:
            hits += (net(img).argmax(1) == lab).sum().item()
    print(f"{epoch + 1:2d}  loss {running / len(x_train):.4f}  val acc {hits / len(x_val):.4f}")

net.eval()
preds = []
with torch.no_grad():
    for img in test_loader:
        preds.append(net(img).argmax(1))
preds = torch.cat(preds).numpy()

sub = pd.DataFrame({"id": test_ids, "label": preds})
sub.to_csv(os.path.join(args.out, "submission.csv"), index=False)
merged = sub.merge(solution, on="id", suffixes=("_pred", "_true"))
print("leaderboard score:", (merged.label_pred == merged.label_true).mean())

"""Small convnet on the 8x8 digits; epoch picked on validation, test touched once."""
import copy
import json
import pathlib

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)
OUT = pathlib.Path("out/wb01")
OUT.mkdir(parents=True, exist_ok=True)

bunch = load_digits()
images = torch.tensor(bunch.images, dtype=torch.float32).unsqueeze(1) / 16.0
targets = torch.tensor(bunch.target, dtype=torch.long)
idx = list(range(len(targets)))
rest, test_idx = train_test_split(idx, test_size=0.2, stratify=targets.numpy(), random_state=7)
train_idx, val_idx = train_test_split(
    rest, test_size=0.2, stratify=targets[rest].numpy(), random_state=7)


def loader(rows, shuffle):
    return DataLoader(TensorDataset(images[rows], targets[rows]), batch_size=64, shuffle=shuffle)


net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
    nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
    nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 4 * 4, 10))
optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
criterion = nn.CrossEntropyLoss()


@torch.no_grad()
def evaluate(dl):
    net.eval()
    loss_sum, hits, n = 0.0, 0, 0
    for x, y in dl:
        logits = net(x)
        loss_sum += criterion(logits, y).item() * len(y)
        hits += (logits.argmax(1) == y).sum().item()
        n += len(y)
    return loss_sum / n, hits / n


train_dl, val_dl, test_dl = loader(train_idx, True), loader(val_idx, False), loader(test_idx, False)
best_loss, best_state, best_epoch = float("inf"), None, -1
for epoch in range(15):
    net.train()
    for x, y in train_dl:
        optimizer.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
    val_loss, val_acc = evaluate(val_dl)
    print(f"epoch {epoch:2d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")
    if val_loss < best_loss:
        best_loss, best_epoch = val_loss, epoch
        best_state = copy.deepcopy(net.state_dict())

net.load_state_dict(best_state)
test_loss, test_acc = evaluate(test_dl)
print(f"best epoch {best_epoch}: test loss {test_loss:.4f}, accuracy {test_acc:.3f}")
torch.save(best_state, OUT / "net.pt")
(OUT / "result.json").write_text(json.dumps({"epoch": best_epoch, "test_acc": test_acc}))

"""Small convnet for the 8x8 digits. Epoch picked on validation rows, scored once on test rows."""
import copy
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(3)
torch.set_num_threads(2)

X, y = load_digits(return_X_y=True)
X = torch.tensor(X / 16.0, dtype=torch.float32).view(-1, 1, 8, 8)  # pixel values are 0..16
y = torch.tensor(y, dtype=torch.long)

rest, test = train_test_split(range(len(y)), test_size=0.2, stratify=y, random_state=0)
train, valid = train_test_split(rest, test_size=0.2, stratify=y[rest], random_state=0)


def loader(idx, shuffle=False):
    return DataLoader(TensorDataset(X[idx], y[idx]), batch_size=64, shuffle=shuffle)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
            nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 16, 10),
        )

    def forward(self, x):
        return self.body(x)


@torch.no_grad()
def evaluate(model, dl):
    model.eval()
    loss = hits = n = 0
    for xb, yb in dl:
        out = model(xb)
        loss += nn.functional.cross_entropy(out, yb, reduction="sum").item()
        hits += (out.argmax(1) == yb).sum().item()
        n += len(yb)
    return loss / n, hits / n


net = Net()
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
train_dl, valid_dl, test_dl = loader(train, True), loader(valid), loader(test)
best, best_state, patience = float("inf"), None, 0
for epoch in range(25):
    net.train()
    for xb, yb in train_dl:
        opt.zero_grad()
        nn.functional.cross_entropy(net(xb), yb).backward()
        opt.step()
    vl, va = evaluate(net, valid_dl)
    print(f"epoch {epoch:2d}  valid loss {vl:.4f}  acc {va:.3f}")
    if vl < best:
        best, best_state, patience = vl, copy.deepcopy(net.state_dict()), 0
    else:
        patience += 1
        if patience == 5:
            break

net.load_state_dict(best_state)
tl, ta = evaluate(net, test_dl)
print(f"test loss {tl:.4f}  acc {ta:.3f}")
out = Path("out/wa01")
out.mkdir(parents=True, exist_ok=True)
torch.save(best_state, out / "net.pt")

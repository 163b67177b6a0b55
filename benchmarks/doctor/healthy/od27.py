# rare event detection in sensor windows: 1-D CNN, weighted sampling
import numpy as np, torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler
from sklearn.metrics import average_precision_score, balanced_accuracy_score, confusion_matrix

def make(n, seed, rate=0.06, length=96):
    g = np.random.default_rng(seed)
    x = g.normal(0, 1, (n, 2, length)).astype("float32")
    x += np.sin(np.linspace(0, 6 * np.pi, length) + g.uniform(0, 6, (n, 2, 1))).astype("float32")
    y = (g.random(n) < rate).astype("int64")
    for i in np.flatnonzero(y):
        at = g.integers(8, length - 24)
        bump = 2.2 * np.hanning(16)
        x[i, 0, at:at + 16] += bump
        x[i, 1, at + 4:at + 20] -= bump            # the event shows on both channels with a delay
    return torch.from_numpy(x), torch.from_numpy(y)

torch.manual_seed(2)
(x_tr, y_tr), (x_va, y_va), (x_te, y_te) = make(3000, 1), make(1000, 2), make(2000, 3)

# events and quiet windows come up equally often in training; validation and test keep their natural rate
counts = torch.bincount(y_tr)
sampler = WeightedRandomSampler((1.0 / counts.double())[y_tr], num_samples=len(y_tr), replacement=True)
loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=64, sampler=sampler)

net = nn.Sequential(
    nn.Conv1d(2, 16, 9, padding=4), nn.BatchNorm1d(16), nn.ReLU(), nn.MaxPool1d(2),
    nn.Conv1d(16, 32, 9, padding=4), nn.BatchNorm1d(32), nn.ReLU(),
    nn.AdaptiveMaxPool1d(1), nn.Flatten(), nn.Dropout(0.3), nn.Linear(32, 2))
ce = nn.CrossEntropyLoss()
opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.05)

def scores(x):
    net.eval()
    with torch.no_grad():
        return torch.cat([net(c).softmax(-1)[:, 1] for c in x.split(500)]).numpy()

best, keep = 0.0, None
for epoch in range(8):
    net.train()
    for xb, yb in loader:
        opt.zero_grad()
        loss = ce(net(xb), yb)
        loss.backward()
        opt.step()
    ap = average_precision_score(y_va, scores(x_va))
    print(f"epoch {epoch}: last loss {loss.item():.3f}, validation AP {ap:.3f}")
    if ap > best:
        best, keep = ap, {k: v.clone() for k, v in net.state_dict().items()}

net.load_state_dict(keep)
s = scores(x_te)
print("test AP %.3f (chance %.3f)" % (average_precision_score(y_te, s), y_te.float().mean()))
print("balanced accuracy %.3f" % balanced_accuracy_score(y_te, s > 0.5))
print(confusion_matrix(y_te, s > 0.5))

# Knowledge distillation. The teacher is run once over the training rows and its logits are kept.
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

CACHE = "out/eg12/teacher_logits.pt"
T, ALPHA = 3.0, 0.7
os.makedirs("out/eg12", exist_ok=True)
torch.manual_seed(2024)

digits = load_digits()
X = torch.tensor(digits.data / 16.0, dtype=torch.float32)
Y = torch.tensor(digits.target)
idx_train, idx_test = train_test_split(range(len(X)), test_size=0.3, stratify=digits.target, random_state=2024)
x_train, y_train, x_test, y_test = X[idx_train], Y[idx_train], X[idx_test], Y[idx_test]


def accuracy(net):
    net.eval()
    with torch.no_grad():
        return (net(x_test).argmax(dim=1) == y_test).float().mean().item()


# --- teacher ---------------------------------------------------------------
teacher = nn.Sequential(
    nn.Linear(64, 256), nn.ReLU(), nn.Dropout(0.4), nn.Linear(256, 256), nn.ReLU(), nn.Dropout(0.4), nn.Linear(256, 10)
)
opt = torch.optim.Adam(teacher.parameters(), lr=1e-3)
loader = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True)
for _ in range(25):
    teacher.train()
    for xb, yb in loader:
        opt.zero_grad()
        F.cross_entropy(teacher(xb), yb).backward()
        opt.step()
print(f"teacher {accuracy(teacher):.4f}")

teacher.eval()
with torch.no_grad():
    ordered = DataLoader(TensorDataset(x_train), batch_size=256, shuffle=False)
    torch.save(torch.cat([teacher(xb) for (xb,) in ordered]), CACHE)

# --- student ---------------------------------------------------------------
teacher_logits = torch.load(CACHE)
assert teacher_logits.shape == (len(x_train), 10)
triples = DataLoader(TensorDataset(x_train, y_train, teacher_logits), batch_size=64, shuffle=True)

student = nn.Sequential(nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 10))
opt = torch.optim.Adam(student.parameters(), lr=3e-3)
for epoch in range(30):
    student.train()
    for xb, yb, tb in triples:
        logits = student(xb)
        soft = F.kl_div(
            F.log_softmax(logits / T, dim=1), F.softmax(tb / T, dim=1), reduction="batchmean"
        ) * T**2
        hard = F.cross_entropy(logits, yb)
        loss = ALPHA * soft + (1 - ALPHA) * hard
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 5 == 4:
        print(f"student epoch {epoch + 1}: {accuracy(student):.4f}")

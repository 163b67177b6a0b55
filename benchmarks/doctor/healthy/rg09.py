# Knowledge distillation on the 8x8 digits
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
X, y = load_digits(return_X_y=True)
X = X / 16.0
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=0)


def ds(a, b):
    return TensorDataset(torch.tensor(a, dtype=torch.float32), torch.tensor(b, dtype=torch.long))


train_dl = DataLoader(ds(X_tr, y_tr), batch_size=32, shuffle=True)
val_dl = DataLoader(ds(X_va, y_va), batch_size=256)
test_dl = DataLoader(ds(X_te, y_te), batch_size=256)

teacher = nn.Sequential(
    nn.Linear(64, 256), nn.ReLU(), nn.Dropout(0.2),
    nn.Linear(256, 256), nn.ReLU(), nn.Dropout(0.2),
    nn.Linear(256, 10),
)
student = nn.Sequential(nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 10))


@torch.no_grad()
def score(net, dl):
    net.eval()
    hits = sum((net(xb).argmax(1) == yb).sum().item() for xb, yb in dl)
    return hits / len(dl.dataset)


def distill_loss(student_logits, teacher_logits, labels, T=2.0, alpha=0.7):
    soft = F.kl_div(
        F.log_softmax(student_logits / T, dim=1),
        F.softmax(teacher_logits / T, dim=1),
        reduction="batchmean",
    ) * T * T
    hard = F.cross_entropy(student_logits, labels)
    return alpha * soft + (1 - alpha) * hard


def fit(net, epochs, lr, teacher=None):
    opt = torch.optim.Adam(net.parameters(), lr=lr)
    if teacher is not None:
        teacher.eval()
    for epoch in range(1, epochs + 1):
        net.train()
        total = 0.0
        for xb, yb in train_dl:
            logits = net(xb)
            if teacher is None:
                loss = F.cross_entropy(logits, yb)
            else:
                with torch.no_grad():
                    t_logits = teacher(xb)
                loss = distill_loss(logits, t_logits, yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(xb)
        if epoch % 10 == 0:
            print(f"  epoch {epoch}: loss {total / len(train_dl.dataset):.4f} val {score(net, val_dl):.4f}")


print("teacher")
fit(teacher, 30, 1e-3)
print("student with teacher")
fit(student, 60, 3e-3, teacher=teacher)
for name, net in (("teacher", teacher), ("distilled", student)):
    n = sum(p.numel() for p in net.parameters())
    print(f"{name:10s} {n:6d} parameters  test accuracy {score(net, test_dl):.4f}")

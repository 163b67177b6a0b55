import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

# ---------------------------------------------------------------- data
X, y = load_digits(return_X_y=True)
X_tr, X_tmp, y_tr, y_tmp = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
X_va, X_te, y_va, y_te = train_test_split(X_tmp, y_tmp, test_size=0.5, stratify=y_tmp, random_state=0)


def to_ds(a, b):
    return TensorDataset(torch.tensor(a / 16.0, dtype=torch.float32), torch.tensor(b))


train = DataLoader(to_ds(X_tr, y_tr), batch_size=64, shuffle=True)
val = DataLoader(to_ds(X_va, y_va), batch_size=256)
test = DataLoader(to_ds(X_te, y_te), batch_size=256)


class Net(nn.Module):
    def __init__(self, width, p=0.0):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(64, width), nn.ReLU(), nn.Dropout(p), nn.Linear(width, width), nn.ReLU(), nn.Dropout(p)
        )
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        return self.head(self.body(x))


@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    hit, nll, n = 0, 0.0, 0
    for xb, yb in loader:
        out = net(xb)
        hit += (out.argmax(1) == yb).sum().item()
        nll += F.cross_entropy(out, yb, reduction="sum").item()
        n += len(yb)
    return hit / n, nll / n


# ---------------------------------------------------------------- teacher
teacher = Net(256, p=0.3)
opt = torch.optim.Adam(teacher.parameters(), lr=1e-3)
for epoch in range(25):
    teacher.train()
    for xb, yb in train:
        opt.zero_grad()
        F.cross_entropy(teacher(xb), yb).backward()
        opt.step()
print("teacher  val acc %.3f  nll %.3f" % evaluate(teacher, val))

# ---------------------------------------------------------------- student
teacher.eval()
for p in teacher.parameters():
    p.requires_grad_(False)

T = 4.0
ALPHA = 0.9


def kd_loss(s_logits, t_logits, target):
    soft = F.kl_div(
        F.softmax(s_logits / T, dim=1),
        F.softmax(t_logits / T, dim=1),
        reduction="batchmean",
    ) * (T * T)
    hard = F.cross_entropy(s_logits, target)
    return ALPHA * soft + (1 - ALPHA) * hard


student = Net(24)
opt = torch.optim.Adam(student.parameters(), lr=2e-3)
for epoch in range(30):
    student.train()
    total = 0.0
    for xb, yb in train:
        with torch.no_grad():
            t_out = teacher(xb)
        loss = kd_loss(student(xb), t_out, yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(yb)
    if epoch % 5 == 4:
        acc, nll = evaluate(student, val)
        print(f"student epoch {epoch + 1:2d}  kd {total / len(train.dataset):8.4f}  val acc {acc:.3f}  nll {nll:.3f}")

print("student  test acc %.3f  nll %.3f" % evaluate(student, test))

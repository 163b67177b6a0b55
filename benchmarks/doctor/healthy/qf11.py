# Knowledge distillation on the digits: big teacher, tiny student.
#
# 1. teacher on the labelled training rows
# 2. student A on the same rows with the hard labels only
# 3. student B with hard labels + the teacher's soft ones (T = 3)
# All three use the same train/val/test rows, A and B start from the same weights.
import copy
import torch
import torch.nn.functional as F
from torch import nn
from sklearn.datasets import load_digits

torch.manual_seed(0)
T, ALPHA = 3.0, 0.3

d = load_digits()
x = torch.as_tensor(d.data, dtype=torch.float32).div(16)
y = torch.as_tensor(d.target, dtype=torch.long)
perm = torch.randperm(len(x))
i_tr, i_va, i_te = perm[:1100], perm[1100:1400], perm[1400:]


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3, padding=1)
        self.conv2 = nn.Conv2d(32, 64, 3, padding=1)
        self.fc = nn.Linear(64 * 2 * 2, 10)
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        x = x.view(-1, 1, 8, 8)
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc(self.drop(x.flatten(1)))


def make_student():
    return nn.Sequential(nn.Linear(64, 12), nn.ReLU(), nn.Linear(12, 10))


def hard_loss(model, xb, yb):
    return F.cross_entropy(model(xb), yb)


def kd_loss(teacher):
    teacher.eval()
    for p in teacher.parameters():
        p.requires_grad_(False)

    def loss(model, xb, yb):
        s = model(xb)
        with torch.no_grad():
            t = teacher(xb)
        soft = F.kl_div(F.log_softmax(s / T, dim=1), F.softmax(t / T, dim=1), reduction="batchmean")
        # T^2 keeps the gradients of the soft part on the scale of the hard part
        return ALPHA * F.cross_entropy(s, yb) + (1 - ALPHA) * T * T * soft

    return loss


@torch.no_grad()
def acc(model, idx):
    model.eval()
    return (model(x[idx]).argmax(1) == y[idx]).float().mean().item()


def fit(model, loss_fn, epochs, lr, name):
    opt = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)
    best, state = 0.0, copy.deepcopy(model.state_dict())
    for _ in range(epochs):
        model.train()
        for b in i_tr[torch.randperm(len(i_tr))].split(50):
            opt.zero_grad()
            loss_fn(model, x[b], y[b]).backward()
            opt.step()
        sched.step()  # once per epoch, T_max counts epochs
        a = acc(model, i_va)
        if a > best:
            best, state = a, copy.deepcopy(model.state_dict())
    model.load_state_dict(state)
    print(f"{name:<24} best val accuracy {best:.3f}")
    return model


teacher = fit(Teacher(), hard_loss, epochs=25, lr=2e-3, name="teacher")

student_a = make_student()
student_b = copy.deepcopy(student_a)
student_a = fit(student_a, hard_loss, epochs=60, lr=3e-3, name="student, hard labels")
student_b = fit(student_b, kd_loss(teacher), epochs=60, lr=3e-3, name="student, distilled")

print("--- test ---")
for name, m in [("teacher", teacher), ("student, hard labels", student_a), ("student, distilled", student_b)]:
    size = sum(p.numel() for p in m.parameters())
    print(f"{name:<24} {size:>6} parameters  accuracy {acc(m, i_te):.3f}")
common = torch.bincount(y[i_tr]).argmax()
print(f"{'most frequent digit':<24} {'':>17} accuracy {(y[i_te] == common).float().mean().item():.3f}")

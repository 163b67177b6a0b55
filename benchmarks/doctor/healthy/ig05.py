# Knowledge distillation on sklearn's digits: an MLP teacher, a much smaller student.
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

ap = argparse.ArgumentParser()
ap.add_argument("--temperature", type=float, default=4.0)
ap.add_argument("--alpha", type=float, default=0.7, help="weight of the teacher's part")
ap.add_argument("--teacher-epochs", type=int, default=25)
ap.add_argument("--student-epochs", type=int, default=40)
ap.add_argument("--seed", type=int, default=5)
args = ap.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(2)

X, y = load_digits(return_X_y=True)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, random_state=args.seed, stratify=y)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, random_state=args.seed, stratify=y_tr)
tens = lambda a, b: TensorDataset(torch.tensor(a, dtype=torch.float32) / 16, torch.tensor(b))
train_ds, val_ds, test_ds = tens(X_tr, y_tr), tens(X_va, y_va), tens(X_te, y_te)
loader = DataLoader(train_ds, batch_size=64, shuffle=True, drop_last=True)


def accuracy(net, ds):
    net.eval()
    xs, ys = ds.tensors
    with torch.inference_mode():
        return (net(xs).argmax(1) == ys).float().mean().item()


def train_teacher():
    net = nn.Sequential(nn.Linear(64, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.3),
                        nn.Linear(256, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.3), nn.Linear(256, 10))
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for _ in range(args.teacher_epochs):
        net.train()
        for xb, yb in loader:
            opt.zero_grad()
            F.cross_entropy(net(xb), yb).backward()
            opt.step()
    return net


def distil(teacher):
    teacher.eval().requires_grad_(False)
    student = nn.Sequential(nn.Linear(64, 24), nn.ReLU(), nn.Linear(24, 10))
    opt = torch.optim.AdamW(student.parameters(), lr=1e-2, weight_decay=1e-3)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=1e-2, epochs=args.student_epochs,
                                                steps_per_epoch=len(loader))
    ema = AveragedModel(student, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    T = args.temperature
    for epoch in range(args.student_epochs):
        student.train()
        for xb, yb in loader:
            with torch.no_grad():
                soft = F.log_softmax(teacher(xb) / T, dim=1)
            logits = student(xb)
            kd = F.kl_div(F.log_softmax(logits / T, dim=1), soft, reduction="batchmean", log_target=True) * T * T
            loss = args.alpha * kd + (1 - args.alpha) * F.cross_entropy(logits, yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            ema.update_parameters(student)
        if (epoch + 1) % 10 == 0:
            print(f"student epoch {epoch + 1}: validation {accuracy(ema, val_ds):.3f}")
    return student, ema


teacher = train_teacher()
print(f"teacher validation {accuracy(teacher, val_ds):.3f}")
student, ema = distil(teacher)
# which of the two sets of weights is kept is decided on the validation rows
chosen = max((student, ema), key=lambda m: accuracy(m, val_ds))
print(f"test accuracy: teacher {accuracy(teacher, test_ds):.3f}  student {accuracy(chosen, test_ds):.3f}")

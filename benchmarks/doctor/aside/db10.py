"""Knowledge distillation (Hinton et al. 2015): wide teacher -> tiny student, digits.
The teacher's logits are computed once and kept, that saves the forward pass in every epoch."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

T = 4.0
ALPHA = 0.9


def load():
    X, y = load_digits(return_X_y=True)
    a, b, ya, yb = train_test_split(X / 16.0, y, test_size=0.25, random_state=0, stratify=y)
    f = lambda v: torch.tensor(v, dtype=torch.float32)
    return f(a), torch.tensor(ya), f(b), torch.tensor(yb)


def accuracy(model, X, y):
    model.eval()
    with torch.no_grad():
        return (model(X).argmax(1) == y).float().mean().item()


def train_teacher(train_loader, epochs=25):
    teacher = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Dropout(0.3),
                            nn.Linear(256, 256), nn.ReLU(), nn.Dropout(0.3), nn.Linear(256, 10))
    opt = torch.optim.Adam(teacher.parameters(), lr=1e-3)
    for _ in range(epochs):
        teacher.train()
        for x, y in train_loader:
            loss = F.cross_entropy(teacher(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
    return teacher


@torch.no_grad()
def teacher_logits(teacher, loader):
    teacher.eval()
    return torch.cat([teacher(x) for x, _ in loader])


def distill(student, kd_loader, epochs=30):
    opt = torch.optim.Adam(student.parameters(), lr=3e-3)
    for epoch in range(epochs):
        student.train()
        running = 0.0
        for x, y, t_out in kd_loader:
            s_out = student(x)
            soft = F.kl_div(F.log_softmax(s_out / T, dim=1), F.softmax(t_out / T, dim=1), reduction="batchmean") * T * T
            hard = F.cross_entropy(s_out, y)
            loss = ALPHA * soft + (1 - ALPHA) * hard
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.item()
        if (epoch + 1) % 5 == 0:
            print(f"  epoch {epoch + 1:2d}  kd loss {running / len(kd_loader):.4f}")
    return student


def main():
    torch.manual_seed(0)
    Xtr, ytr, Xte, yte = load()
    train_loader = DataLoader(TensorDataset(Xtr, ytr), batch_size=64, shuffle=True)

    teacher = train_teacher(train_loader)
    print("teacher test acc", round(accuracy(teacher, Xte, yte), 4))

    logits = teacher_logits(teacher, train_loader)
    kd_loader = DataLoader(TensorDataset(Xtr, ytr, logits), batch_size=64, shuffle=True)

    student = nn.Sequential(nn.Linear(64, 12), nn.ReLU(), nn.Linear(12, 10))
    distill(student, kd_loader)
    print("student test acc", round(accuracy(student, Xte, yte), 4))


if __name__ == "__main__":
    main()

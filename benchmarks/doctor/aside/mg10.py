"""Knowledge distillation: a small student copies a larger teacher from unlabelled digits."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

T = 3.0  # temperature


def mlp(*sizes):
    layers = []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        layers.append(nn.Linear(a, b))
        if i < len(sizes) - 2:
            layers.append(nn.ReLU())
    return nn.Sequential(*layers)


def batches(n, size=64):
    for chunk in torch.randperm(n).split(size):
        yield chunk


def train_teacher(x, y, epochs=25):
    teacher = mlp(64, 256, 128, 10)
    opt = torch.optim.Adam(teacher.parameters(), lr=1e-3, weight_decay=1e-4)
    teacher.train()
    for _ in range(epochs):
        for idx in batches(len(x)):
            opt.zero_grad()
            F.cross_entropy(teacher(x[idx]), y[idx]).backward()
            opt.step()
    return teacher


def distillation_loss(student_logits, teacher_logits):
    soft_student = F.softmax(student_logits / T, dim=1)
    soft_teacher = F.softmax(teacher_logits / T, dim=1)
    return F.kl_div(soft_student, soft_teacher, reduction="batchmean") * T * T


def distil(teacher, x, epochs=40):
    student = mlp(64, 24, 10)
    opt = torch.optim.Adam(student.parameters(), lr=3e-3)
    teacher.eval()
    for epoch in range(epochs):
        student.train()
        total = 0.0
        for idx in batches(len(x)):
            with torch.no_grad():
                target = teacher(x[idx])
            loss = distillation_loss(student(x[idx]), target)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        if (epoch + 1) % 5 == 0:
            print(f"  epoch {epoch + 1:2d}  distillation loss {total / len(x):.4f}")
    return student


@torch.no_grad()
def report(name, model, x, y):
    model.eval()
    logits = model(x)
    acc = (logits.argmax(1) == y).float().mean().item()
    nll = F.cross_entropy(logits, y).item()
    print(f"{name:8s} test accuracy {acc:.4f}  test cross-entropy {nll:.4f}")


if __name__ == "__main__":
    torch.manual_seed(8)
    images, labels = load_digits(return_X_y=True)
    x_train, x_test, y_train, y_test = train_test_split(
        images / 16.0, labels, test_size=0.3, stratify=labels, random_state=8
    )
    # half of the training images has labels, the student sees only the other half, without
    x_lab, x_unl, y_lab, _ = train_test_split(x_train, y_train, test_size=0.5, stratify=y_train, random_state=8)
    to = lambda a: torch.tensor(a, dtype=torch.float32)

    teacher = train_teacher(to(x_lab), torch.tensor(y_lab))
    student = distil(teacher, to(x_unl))
    y_test = torch.tensor(y_test)
    report("teacher", teacher, to(x_test), y_test)
    report("student", student, to(x_test), y_test)

"""Digits: a small CNN teaches an MLP (knowledge distillation), then the MLP is calibrated with temperature scaling."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(0)
images, labels = load_digits(return_X_y=True)
x, y = torch.tensor(images, dtype=torch.float32).view(-1, 1, 8, 8) / 16.0, torch.tensor(labels)
trainval, test = train_test_split(range(len(y)), test_size=0.25, stratify=labels, random_state=0)
train, val = train_test_split(trainval, test_size=0.25, stratify=labels[trainval], random_state=0)
(x_tr, y_tr), (x_va, y_va), (x_te, y_te) = ((x[i], y[i]) for i in (train, val, test))


def jitter(batch):
    # one shift of up to a pixel for the whole batch, drawn anew for each batch
    dy, dx = torch.randint(0, 3, (2,)).tolist()
    return F.pad(batch, (1, 1, 1, 1))[:, :, dy:dy + 8, dx:dx + 8]


def minibatches(size=64, augment=True):
    for idx in torch.randperm(len(x_tr)).split(size):
        yield jitter(x_tr[idx]) if augment else x_tr[idx], y_tr[idx]


@torch.no_grad()
def accuracy(net, inputs, targets):
    return (net.eval()(inputs).argmax(1) == targets).float().mean().item()


teacher = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
    nn.Conv2d(16, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 4 * 4, 10),
)
EPOCHS, STEPS = 8, -(-len(x_tr) // 64)
opt = torch.optim.SGD(teacher.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=0.1, epochs=EPOCHS, steps_per_epoch=STEPS)
for _ in range(EPOCHS):
    teacher.train()
    for xb, yb in minibatches():
        opt.zero_grad()
        F.cross_entropy(teacher(xb), yb).backward()
        opt.step()
        sched.step()

student = nn.Sequential(nn.Flatten(), nn.Linear(64, 48), nn.ReLU(), nn.Linear(48, 10))
opt = torch.optim.Adam(student.parameters(), lr=3e-3)
teacher.eval()
for _ in range(25):
    student.train()
    for xb, yb in minibatches(augment=False):
        with torch.no_grad():
            soft = F.softmax(teacher(xb) / 3.0, dim=1)
        logits = student(xb)
        kd = F.kl_div(F.log_softmax(logits / 3.0, dim=1), soft, reduction="batchmean") * 3.0 ** 2
        loss = 0.8 * kd + 0.2 * F.cross_entropy(logits, yb)
        opt.zero_grad()
        loss.backward()
        opt.step()

with torch.no_grad():
    student.eval()
    z_va, z_te = student(x_va), student(x_te)
log_t = torch.zeros(1, requires_grad=True)
lbfgs = torch.optim.LBFGS([log_t], lr=0.1, max_iter=50, line_search_fn="strong_wolfe")


def closure():
    lbfgs.zero_grad()
    nll = F.cross_entropy(z_va / log_t.exp(), y_va)
    nll.backward()
    return nll


lbfgs.step(closure)
t = log_t.exp().item()
print(f"teacher test {accuracy(teacher, x_te, y_te):.3f}  student test {accuracy(student, x_te, y_te):.3f}")
print(f"temperature {t:.2f}: test NLL {F.cross_entropy(z_te, y_te):.4f} -> {F.cross_entropy(z_te / t, y_te):.4f}")

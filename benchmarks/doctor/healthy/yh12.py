# distillation on the digits: 3 convnets teach one very small MLP, and the same MLP learns alone for comparison
import torch, torch.nn as nn, torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

X, y = load_digits(return_X_y=True)
X = torch.tensor(X, dtype=torch.float32).view(-1, 1, 8, 8) / 16
y = torch.tensor(y)
idx = torch.arange(len(y))
rest, te = train_test_split(idx, test_size=400, stratify=y, random_state=0)
# only few of the training pictures come with a label; the others are seen by the teachers' opinion alone
lab, unl = train_test_split(rest, train_size=250, stratify=y[rest], random_state=0)


def teacher():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(),
        nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.5), nn.Linear(32 * 16, 10))


def student():
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 24), nn.ReLU(), nn.Linear(24, 10))


def batches(index, size):
    perm = index[torch.randperm(len(index))]
    return perm.split(size)


def accuracy(net, index):
    net.eval()
    with torch.no_grad():
        return (net(X[index]).argmax(1) == y[index]).float().mean().item()


def shift(x):
    # moves the pictures by up to one pixel, with an empty border
    dy, dx = torch.randint(0, 3, (2,)).tolist()
    return F.pad(x, (1, 1, 1, 1))[:, :, dy:dy + 8, dx:dx + 8]


teachers = []
for seed in range(3):
    torch.manual_seed(seed)
    net = teacher()
    opt = torch.optim.Adam(net.parameters(), 2e-3)
    net.train()
    for _ in range(60):
        for b in batches(lab, 50):
            opt.zero_grad()
            F.cross_entropy(net(shift(X[b])), y[b]).backward()
            opt.step()
    net.requires_grad_(False).eval()
    teachers.append(net)
    print("teacher", seed, "test", round(accuracy(net, te), 4))

T, ALPHA = 3.0, 0.2
with torch.no_grad():
    soft = torch.stack([F.softmax(t(X[rest]) / T, dim=1) for t in teachers]).mean(0)
soft_of = torch.zeros(len(y), 10)
soft_of[rest] = soft
has_label = torch.zeros(len(y), dtype=torch.bool)
has_label[lab] = True


def kd_loss(logits, b):
    kl = F.kl_div(F.log_softmax(logits / T, dim=1), soft_of[b], reduction="batchmean") * T * T
    known = has_label[b]
    if known.any():
        return (1 - ALPHA) * kl + ALPHA * F.cross_entropy(logits[known], y[b][known])
    return kl


def fit_student(index, loss_of, steps=2000):
    torch.manual_seed(100)
    net = student()
    opt = torch.optim.Adam(net.parameters(), 3e-3)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, 5e-3, total_steps=steps)
    done = 0
    while done < steps:
        for b in batches(index, 50):
            if done == steps:
                break
            opt.zero_grad()
            loss_of(net(X[b]), b).backward()
            opt.step()
            sched.step()
            done += 1
    return net


alone = fit_student(lab, lambda logits, b: F.cross_entropy(logits, y[b]))
taught = fit_student(rest, kd_loss)
print(f"student alone  test {accuracy(alone, te):.4f}")
print(f"student taught test {accuracy(taught, te):.4f}")

"""Knowledge distillation on digits: a CNN teaches a tiny MLP; the student's averaged (EMA) weights are used."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

T = 3.0        # temperature
ALPHA = 0.7    # weight of the teacher's opinion


def split(seed=0):
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X, dtype=torch.float32).view(-1, 1, 8, 8) / 16
    y = torch.tensor(y, dtype=torch.long)
    rest, test = train_test_split(range(len(y)), test_size=400, random_state=seed, stratify=y)
    train, val = train_test_split(rest, test_size=300, random_state=seed, stratify=y[rest])
    return [TensorDataset(X[i], y[i]) for i in (train, val, test)]


def teacher_net():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
        nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(64 * 16, 10),
    )


def student_net():
    # no BatchNorm: an average of the weights needs no new statistics
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 10))


@torch.no_grad()
def accuracy(net, ds):
    net.eval()
    x, y = ds.tensors
    return (net(x).argmax(1) == y).float().mean().item()


def hard_loss(net, x, y):
    return F.cross_entropy(net(x), y)


class Distil:
    def __init__(self, teacher):
        self.teacher = teacher.eval().requires_grad_(False)

    def __call__(self, net, x, y):
        out = net(x)
        with torch.no_grad():
            soft = F.log_softmax(self.teacher(x) / T, dim=1)
        kl = F.kl_div(F.log_softmax(out / T, dim=1), soft, reduction="batchmean", log_target=True)
        return ALPHA * T * T * kl + (1 - ALPHA) * F.cross_entropy(out, y)


def fit(net, loss_fn, train, val, epochs, lr, seed, ema=None):
    loader = DataLoader(train, batch_size=32, shuffle=True, generator=torch.Generator().manual_seed(seed))
    opt = torch.optim.AdamW(net.parameters(), lr=lr)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=lr, total_steps=epochs * len(loader))
    avg = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(ema)) if ema else None
    judged = avg if avg is not None else net
    top, keep = -1.0, None
    for _ in range(epochs):
        net.train()
        for x, y in loader:
            opt.zero_grad()
            loss_fn(net, x, y).backward()
            opt.step()
            sched.step()
            if avg is not None:
                avg.update_parameters(net)
        acc = accuracy(judged, val)
        if acc >= top:  # on a tie the later one
            top, keep = acc, {k: v.clone() for k, v in judged.state_dict().items()}
    judged.load_state_dict(keep)
    return judged, top


def size(net):
    return sum(p.numel() for p in net.parameters())


def main():
    torch.set_num_threads(2)
    train, val, test = split()

    torch.manual_seed(1)
    teacher, v = fit(teacher_net(), hard_loss, train, val, epochs=12, lr=3e-3, seed=1)
    print(f"teacher  {size(teacher):6d} weights  val {v:.3f}  test {accuracy(teacher, test):.3f}")

    for name, loss_fn in (("alone", hard_loss), ("taught", Distil(teacher))):
        torch.manual_seed(2)  # both students begin with the same weights and see the same batches
        student = student_net()
        student, v = fit(student, loss_fn, train, val, epochs=40, lr=5e-3, seed=2, ema=0.99)
        print(f"{name:8s} {size(student):6d} weights  val {v:.3f}  test {accuracy(student, test):.3f}")
    print("chance   0.100")


if __name__ == "__main__":
    main()

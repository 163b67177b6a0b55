"""Distillation: a wide teacher, then a tiny student that sees teacher logits and labels. EMA of the student."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

T, ALPHA = 3.0, 0.7
gen = torch.Generator().manual_seed(21)


def mlp(width, drop=0.0):
    return nn.Sequential(nn.Linear(64, width), nn.ReLU(), nn.Dropout(drop), nn.Linear(width, 10))


def batches(n, size=64):
    yield from torch.randperm(n, generator=gen).split(size)


@torch.no_grad()
def accuracy(model, x, y):
    was = model.training
    model.eval()
    a = (model(x).argmax(1) == y).double().mean().item()
    model.train(was)
    return a


def train(model, x, y, loss_fn, epochs, lr, after=lambda: None):
    opt = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-2)
    steps = epochs * -(-len(x) // 64)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=steps)
    model.train()
    for _ in range(epochs):
        for rows in batches(len(x)):
            loss = loss_fn(model(x[rows]), rows)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            after()
    return model


def main():
    torch.manual_seed(21)
    x, y = load_digits(return_X_y=True)
    x, y = torch.tensor(x / 16, dtype=torch.float32), torch.tensor(y)
    fit, test = train_test_split(torch.arange(len(y)), test_size=0.25, stratify=y, random_state=21)
    tr, va = train_test_split(fit, test_size=0.2, stratify=y[fit], random_state=21)
    xt, yt = x[tr], y[tr]

    teacher = train(mlp(256, 0.3), xt, yt, lambda out, r: F.cross_entropy(out, yt[r]), epochs=40, lr=3e-3)
    teacher.requires_grad_(False).eval()
    print(f"teacher valid {accuracy(teacher, x[va], y[va]):.4f}")

    with torch.no_grad():
        soft = F.log_softmax(teacher(xt) / T, dim=1)       # the teacher never changes: once is enough

    def kd(out, r):
        far = F.kl_div(F.log_softmax(out / T, dim=1), soft[r], reduction="batchmean", log_target=True)
        return ALPHA * T * T * far + (1 - ALPHA) * F.cross_entropy(out, yt[r])

    student = mlp(12)
    ema = AveragedModel(student, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    train(student, xt, yt, kd, epochs=60, lr=5e-3, after=lambda: ema.update_parameters(student))

    candidates = {"last": student, "ema": ema}
    valid = {name: accuracy(m, x[va], y[va]) for name, m in candidates.items()}
    pick = max(valid, key=valid.get)
    print("student valid", {k: round(v, 4) for k, v in valid.items()}, "->", pick)
    common = yt.bincount().argmax()
    print(f"test: student {accuracy(candidates[pick], x[test], y[test]):.4f}, "
          f"teacher {accuracy(teacher, x[test], y[test]):.4f}, "
          f"commonest digit {(y[test] == common).double().mean().item():.4f}")


if __name__ == "__main__":
    main()

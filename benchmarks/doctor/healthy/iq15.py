"""Waveforms: a convolutional teacher, then a compiled student that copies its outputs and its features."""
import copy
import math
from contextlib import ExitStack, contextmanager

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

LENGTH, CLASSES, T = 64, 4, 3.0


def make(n, seed):
    g = torch.Generator().manual_seed(seed)
    y = torch.randint(0, CLASSES, (n,), generator=g)
    freq = 2 + 2 * torch.rand(n, 1, generator=g)
    phase = 2 * math.pi * torch.rand(n, 1, generator=g)
    arg = 2 * math.pi * freq * torch.linspace(0, 1, LENGTH) + phase
    shapes = torch.stack([
        torch.sin(arg),
        torch.sign(torch.sin(arg)),
        torch.remainder(arg, 2 * math.pi) / math.pi - 1,
        torch.asin(torch.sin(arg)) * 2 / math.pi,
    ], dim=1)
    x = shapes[torch.arange(n), y] + 0.1 * torch.randn(n, LENGTH, generator=g)
    return TensorDataset(x.unsqueeze(1), y)


class ConvNet(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        layers, c = [], 1
        for _ in range(depth):
            layers += [nn.Conv1d(c, width, 5, padding=2), nn.BatchNorm1d(width), nn.ReLU()]
            c = width
        self.features = nn.Sequential(*layers)
        self.head = nn.Linear(width, CLASSES)

    def forward(self, x):
        h = self.features(x).mean(-1)
        return self.head(h), h


@contextmanager
def recorded(module):
    """the outputs of `module` while the block lasts"""
    store = {}
    handle = module.register_forward_hook(lambda mod, args, out: store.update(out=out.detach()))
    try:
        yield store
    finally:
        handle.remove()


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    return sum((model(x)[0].argmax(1) == y).sum().item() for x, y in loader) / len(loader.dataset)


def train(model, runner, params, loss_of, train_dl, val_dl, epochs, lr):
    """`runner` is what is called in training: the model itself or its compiled form (the same weights)"""
    opt = torch.optim.AdamW(params, lr=lr)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=lr, epochs=epochs, steps_per_epoch=len(train_dl))
    best, kept = -1.0, None
    for epoch in range(1, epochs + 1):
        model.train()
        total = 0.0
        for x, y in train_dl:
            opt.zero_grad()
            loss = loss_of(runner, x, y)
            loss.backward()
            opt.step()
            sched.step()
            total += loss.item()
        acc = accuracy(model, val_dl)
        if acc > best:
            best, kept = acc, copy.deepcopy(model.state_dict())
        if epoch % 4 == 0:
            print(f"  epoch {epoch}: loss {total / len(train_dl):.4f}, val acc {acc:.3f}")
    model.load_state_dict(kept)


def main():
    torch.manual_seed(0)
    torch.set_num_threads(2)
    train_dl = DataLoader(make(1600, 1), batch_size=64, shuffle=True, drop_last=True)
    val_dl, test_dl = DataLoader(make(500, 2), batch_size=250), DataLoader(make(500, 3), batch_size=250)

    print("teacher")
    teacher = ConvNet(48, 3)
    train(teacher, teacher, teacher.parameters(), lambda m, x, y: F.cross_entropy(m(x)[0], y),
          train_dl, val_dl, epochs=12, lr=4e-3)
    print(f"teacher test acc {accuracy(teacher, test_dl):.3f}")
    teacher.eval().requires_grad_(False)

    print("student")
    student = ConvNet(12, 2)
    bridge = nn.Linear(12, 48)                         # student's features -> teacher's
    fast = torch.compile(student, backend="aot_eager")
    with ExitStack() as stack:
        seen = stack.enter_context(recorded(teacher.features))

        def loss_of(m, x, y):
            with torch.no_grad():
                t_logits, _ = teacher(x)
            s_logits, s_feat = m(x)
            soft = F.kl_div((s_logits / T).log_softmax(1), (t_logits / T).softmax(1), reduction="batchmean") * T * T
            feat = F.mse_loss(bridge(s_feat), seen["out"].mean(-1))
            return 0.5 * F.cross_entropy(s_logits, y) + 0.5 * soft + 0.1 * feat

        train(student, fast, [*student.parameters(), *bridge.parameters()], loss_of, train_dl, val_dl, epochs=16, lr=8e-3)
    print(f"student test acc {accuracy(student, test_dl):.3f}")


if __name__ == "__main__":
    main()

"""Shapes in noisy 20x20 pictures. Forward hooks collect activations for an L1 penalty (sparse features),
a tensor hook watches the gradient; afterwards the hooks are taken off again."""
from collections import defaultdict
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F

SIZE, KINDS, EPOCHS, BATCH, L1 = 20, ("disc", "square", "cross", "ring"), 15, 50, 1e-3
torch.manual_seed(15)
torch.set_num_threads(2)


def draw(n, seed):
    g = torch.Generator().manual_seed(seed)
    kind = torch.randint(len(KINDS), (n,), generator=g)
    cy, cx = (torch.randint(7, SIZE - 7, (n, 1, 1), generator=g) for _ in range(2))
    r = torch.randint(4, 7, (n, 1, 1), generator=g)
    yy, xx = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
    dy, dx = (yy - cy).abs(), (xx - cx).abs()
    d2 = dy**2 + dx**2
    forms = torch.stack([
        d2 <= r**2,
        (dy < r) & (dx < r),
        ((dy <= 1) & (dx <= r)) | ((dx <= 1) & (dy <= r)),
        (d2 <= r**2) & (d2 >= (r - 2) ** 2),
    ])
    picture = forms[kind, torch.arange(n)].float()
    contrast = 0.6 + 0.4 * torch.rand(n, 1, 1, generator=g)
    picture = contrast * picture + 0.25 * torch.randn(n, SIZE, SIZE, generator=g)
    return picture.unsqueeze(1), kind


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.act1 = nn.Conv2d(1, 12, 3, padding=1), nn.ReLU()
        self.conv2, self.act2 = nn.Conv2d(12, 24, 3, padding=1), nn.ReLU()
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(24 * 5 * 5, len(KINDS))

    def forward(self, x):
        x = F.max_pool2d(self.act1(self.conv1(x)), 2)
        x = F.max_pool2d(self.act2(self.conv2(x)), 2)
        return self.fc(self.drop(x.flatten(1)))


@contextmanager
def recording(model, kind=nn.ReLU):
    """Inside: a dict name -> list of outputs; the caller empties it. On leaving all hooks are removed."""
    store = defaultdict(list)
    handles = [
        m.register_forward_hook(lambda _m, _in, out, name=name: store[name].append(out))
        for name, m in model.named_modules() if isinstance(m, kind)
    ]
    try:
        yield store
    finally:
        for h in handles:
            h.remove()


@torch.no_grad()
def accuracy(model, x, y):
    model.eval()
    return torch.cat([model(b).argmax(1) for b in x.split(250)]).eq(y).float().mean().item()


def main():
    (xtr, ytr), (xva, yva), (xte, yte) = draw(2000, 1), draw(500, 2), draw(500, 3)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.03, momentum=0.9, nesterov=True, weight_decay=1e-4)
    plan = torch.optim.lr_scheduler.StepLR(opt, step_size=5, gamma=0.3)
    norms = []
    watcher = net.fc.weight.register_hook(lambda g: norms.append(g.norm().item()))  # looks, changes nothing

    best, kept = 0.0, None
    for epoch in range(EPOCHS):
        net.train()
        norms.clear()
        sums = torch.zeros(2)
        with recording(net) as acts:
            for rows in torch.randperm(len(xtr)).split(BATCH):
                acts.clear()  # only the activations of this batch
                ce = F.cross_entropy(net(xtr[rows]), ytr[rows])
                penalty = sum(a.abs().mean() for outs in acts.values() for a in outs)
                opt.zero_grad()
                (ce + L1 * penalty).backward()
                opt.step()
                sums += torch.stack([ce.detach(), penalty.detach()]) * len(rows)
        plan.step()
        acc = accuracy(net, xva, yva)
        if acc > best:
            best, kept = acc, {k: v.clone() for k, v in net.state_dict().items()}
        ce_mean, act_mean = (sums / len(xtr)).tolist()
        print(f"{epoch + 1:2d} ce {ce_mean:.3f} activation {act_mean:.3f} "
              f"grad of fc {sum(norms) / len(norms):.3f} val {acc:.3f}")
    watcher.remove()

    net.load_state_dict(kept)
    print(f"validation {best:.3f}, test {accuracy(net, xte, yte):.3f} (guessing: {1 / len(KINDS):.2f})")
    with recording(net) as acts, torch.no_grad():
        net.eval()
        net(xte)
        for name, outs in acts.items():
            print(f"{name}: {(torch.cat(outs) == 0).float().mean().item():.1%} of the activations are zero on test")


if __name__ == "__main__":
    main()

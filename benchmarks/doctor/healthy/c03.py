"""SimCLR on drawn shapes, followed by a linear probe with few labels."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

SIZE = 20
CLASSES = ["disc", "box", "cross", "ring", "stripes"]


def draw(label, g):
    """One RGB picture (3, SIZE, SIZE) with a shape of random place, size and colour."""
    yy, xx = torch.meshgrid(torch.arange(SIZE).float(), torch.arange(SIZE).float(), indexing="ij")
    u = torch.rand(10, generator=g)
    r = 4 + 3 * u[0].item()
    cy = r + (SIZE - 1 - 2 * r) * u[1].item()
    cx = r + (SIZE - 1 - 2 * r) * u[2].item()
    dy, dx = yy - cy, xx - cx
    dist = (dy**2 + dx**2).sqrt()
    box = torch.maximum(dy.abs(), dx.abs())
    if label == 0:
        mask = dist <= r
    elif label == 1:
        mask = box <= 0.85 * r
    elif label == 2:
        mask = (torch.minimum(dy.abs(), dx.abs()) <= 0.3 * r) & (box <= r)
    elif label == 3:
        mask = (dist <= r) & (dist >= 0.6 * r)
    else:
        mask = (box <= r) & ((dy.round().long() % 3) == 0)
    background, colour = 0.45 * u[3:6], 0.55 + 0.45 * u[6:9]
    image = torch.where(mask, colour[:, None, None], background[:, None, None])
    return image + 0.04 * torch.randn(3, SIZE, SIZE, generator=g)


def make_set(n, seed):
    g = torch.Generator().manual_seed(seed)
    labels = torch.randint(len(CLASSES), (n,), generator=g)
    images = torch.stack([draw(int(l), g) for l in labels])
    return images, labels


def augment(x):
    """Random flip, zoomed crop, brightness, channel order and noise: a fresh draw for each picture."""
    n = x.size(0)
    scale = torch.empty(n).uniform_(0.75, 1.0)
    room = 1 - scale
    shift_x = torch.empty(n).uniform_(-1, 1) * room
    shift_y = torch.empty(n).uniform_(-1, 1) * room
    flip = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 1, 1] = scale * flip, scale
    theta[:, 0, 2], theta[:, 1, 2] = shift_x, shift_y
    grid = F.affine_grid(theta, list(x.shape), align_corners=False)
    x = F.grid_sample(x, grid, padding_mode="reflection", align_corners=False)
    x = x * torch.empty(n, 1, 1, 1).uniform_(0.6, 1.4) + torch.empty(n, 3, 1, 1).uniform_(-0.15, 0.15)
    order = torch.rand(n, 3).argsort(dim=1)
    x = x.gather(1, order[:, :, None, None].expand_as(x))
    return x + 0.03 * torch.randn_like(x)


class Encoder(nn.Module):
    def __init__(self, width=24, out=64):
        super().__init__()

        def block(i, o, stride):
            return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))

        self.body = nn.Sequential(
            block(3, width, 1), block(width, width * 2, 2), block(width * 2, width * 2, 1), block(width * 2, out, 2)
        )

    def forward(self, x):
        return self.body(x).mean(dim=(2, 3))


def nt_xent(a, b, temperature=0.2):
    z = F.normalize(torch.cat([a, b]), dim=1)
    n = a.size(0)
    sim = z @ z.t() / temperature
    sim.fill_diagonal_(float("-inf"))
    target = torch.cat([torch.arange(n, 2 * n), torch.arange(0, n)])
    return F.cross_entropy(sim, target)


def pretrain(encoder, images, epochs=12, batch=128):
    head = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32))
    params = list(encoder.parameters()) + list(head.parameters())
    opt = torch.optim.AdamW(params, lr=2e-3, weight_decay=1e-4)
    steps = epochs * (len(images) // batch)
    warm = 15

    def factor(step):
        if step < warm:
            return (step + 1) / warm
        return 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))

    sched = torch.optim.lr_scheduler.LambdaLR(opt, factor)
    encoder.train()
    for epoch in range(epochs):
        total = 0.0
        # the incomplete batch is dropped: the number of negatives stays the same
        batches = torch.randperm(len(images)).split(batch)
        batches = [b for b in batches if len(b) == batch]
        for idx in batches:
            x = images[idx]
            loss = nt_xent(head(encoder(augment(x))), head(encoder(augment(x))))
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            sched.step()
            total += loss.item()
        print(f"epoch {epoch + 1:2d}  contrastive loss {total / len(batches):.3f}  lr {sched.get_last_lr()[0]:.5f}")


@torch.no_grad()
def features(encoder, images):
    encoder.eval()
    return torch.cat([encoder(part) for part in images.split(256)])


def probe(train_x, train_y, test_x, test_y):
    mean, std = train_x.mean(0), train_x.std(0) + 1e-6
    train_x, test_x = (train_x - mean) / std, (test_x - mean) / std
    clf = nn.Linear(train_x.size(1), len(CLASSES))
    opt = torch.optim.LBFGS(clf.parameters(), lr=0.5, max_iter=60, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        penalty = 1e-3 * clf.weight.pow(2).sum()
        loss = F.cross_entropy(clf(train_x), train_y) + penalty
        loss.backward()
        return loss

    opt.step(closure)
    with torch.no_grad():
        return (clf(test_x).argmax(1) == test_y).float().mean().item()


if __name__ == "__main__":
    torch.manual_seed(0)
    unlabeled, _ = make_set(2000, seed=1)
    few_x, few_y = make_set(150, seed=2)
    test_x, test_y = make_set(600, seed=3)

    encoder = Encoder()
    before = probe(features(encoder, few_x), few_y, features(encoder, test_x), test_y)
    pretrain(encoder, unlabeled)
    after = probe(features(encoder, few_x), few_y, features(encoder, test_x), test_y)
    print(f"linear probe, test accuracy: random encoder {before:.3f}, pretrained encoder {after:.3f}")

"""Binary segmentation of noisy blobs: a two-level U-Net, focal + soft Dice loss, bfloat16 autocast on the CPU."""
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader


def blobs(n, size=32, seed=0):
    """Grey images with 1-3 bright discs (the foreground) and as many bright squares (which are not)."""
    g = torch.Generator().manual_seed(seed)
    yy, xx, items = torch.arange(size)[:, None], torch.arange(size)[None], []
    for _ in range(n):
        img, mask = torch.zeros(size, size), torch.zeros(size, size, dtype=torch.bool)
        for r in torch.randint(2, 6, (int(torch.randint(1, 4, (1,), generator=g)),), generator=g):
            cx, cy, sx, sy = torch.randint(4, size - 4, (4,), generator=g)
            disc = (xx - cx) ** 2 + (yy - cy) ** 2 <= r ** 2
            img[disc | ((xx - sx).abs().maximum((yy - sy).abs()) <= r)] = 1.0
            mask |= disc
        items.append((img[None] + 0.3 * torch.randn(1, size, size, generator=g), mask[None].float()))
    return items  # a list is a map-style dataset


def block(i, o):
    convs = nn.Conv2d(i, o, 3, padding=1), nn.Conv2d(o, o, 3, padding=1)
    return nn.Sequential(*(m for conv in convs for m in (conv, nn.GroupNorm(4, o), nn.ReLU(inplace=True))))


class UNet(nn.Module):
    def __init__(self, c=12):
        super().__init__()
        self.d1, self.d2, self.mid = block(1, c), block(c, 2 * c), block(2 * c, 4 * c)
        self.up2, self.u2 = nn.ConvTranspose2d(4 * c, 2 * c, 2, 2), block(4 * c, 2 * c)
        self.up1, self.u1, self.out = nn.ConvTranspose2d(2 * c, c, 2, 2), block(2 * c, c), nn.Conv2d(c, 1, 1)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(F.max_pool2d(a, 2))
        m = self.u2(torch.cat([self.up2(self.mid(F.max_pool2d(b, 2))), b], dim=1))
        return self.out(self.u1(torch.cat([self.up1(m), a], dim=1)))


def focal(logits, y, gamma=2.0, alpha=0.75):
    ce = F.binary_cross_entropy_with_logits(logits, y, reduction="none")
    return (torch.where(y == 1, alpha, 1 - alpha) * (1 - torch.exp(-ce)) ** gamma * ce).mean()


def dice(logits, y, eps=1.0):
    p, y = logits.sigmoid().flatten(1), y.flatten(1)
    return (1 - (2 * (p * y).sum(1) + eps) / (p.sum(1) + y.sum(1) + eps)).mean()


class Learner:
    def __init__(self, net, lr, epochs):
        self.net, self.epochs, self.opt = net, epochs, torch.optim.AdamW(net.parameters(), lr=lr)
        self.sched = torch.optim.lr_scheduler.CosineAnnealingLR(self.opt, T_max=epochs)

    def logits(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self.net(x).float()  # the losses are in float32

    def fit(self, train, test):
        for epoch in range(self.epochs):
            self.net.train()
            for x, y in train:
                loss = 4 * focal(z := self.logits(x), y) + dice(z, y)
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
            self.sched.step()
            print(f"epoch {epoch}: last loss {loss.item():.3f}, test IoU {self.iou(test):.3f}")

    @torch.no_grad()
    def iou(self, loader):
        self.net.eval()
        p, y = map(torch.cat, zip(*((self.logits(x) > 0, y.bool()) for x, y in loader)))
        return ((p & y).sum() / (p | y).sum()).item()


torch.manual_seed(0)
Learner(UNet(), lr=5e-3, epochs=8).fit(DataLoader(blobs(400), 16, shuffle=True), DataLoader(blobs(120, seed=1), 40))

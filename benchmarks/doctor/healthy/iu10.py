import torch as th
import torch.nn.functional as F
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn, update_bn

# research scratch: tiny U-Net, blob segmentation, EMA weights, gradient accumulation (4 x 16 = 64)
th.manual_seed(30)
MICRO, ACC, EPOCHS, S = 16, 4, 6, 32


def blobs(n):
    g = th.arange(S).float()
    c = 6 + 20 * th.rand(n, 2, 2)
    rad = 3 + 3 * th.rand(n, 2)
    d = ((g[None, None, :, None] - c[..., 0, None, None]) ** 2 + (g[None, None, None, :] - c[..., 1, None, None]) ** 2).sqrt()
    mask = (d < rad[..., None, None]).any(1, keepdim=True).float()
    return 0.8 * mask + 0.5 * th.randn(n, 1, S, S), mask


def cbr(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self, w=12):
        super().__init__()
        self.d1, self.d2, self.mid = cbr(1, w), cbr(w, 2 * w), cbr(2 * w, 2 * w)
        self.u2, self.u1, self.out = cbr(4 * w, w), cbr(2 * w, w), nn.Conv2d(w, 1, 1)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(F.max_pool2d(a, 2))
        c = self.mid(F.max_pool2d(b, 2))
        b = self.u2(th.cat([b, F.interpolate(c, scale_factor=2.0)], 1))
        return self.out(self.u1(th.cat([a, F.interpolate(b, scale_factor=2.0)], 1)))


def dice(net, x, y):
    net.eval()
    with th.inference_mode():
        p = th.cat([net(q) > 0 for q in x.split(128)]).float()
    return (2 * (p * y).sum() / (p.sum() + y.sum())).item()


x, y = blobs(1536)
vx, vy = blobs(256)
net = UNet()
ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.9))
opt = th.optim.AdamW(net.parameters(), lr=4e-3)
updates = EPOCHS * (len(x) // (MICRO * ACC))  # 1536 divides evenly
sched = th.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=updates)

for ep in range(EPOCHS):
    net.train()
    for k, idx in enumerate(th.randperm(len(x)).split(MICRO), 1):
        (F.binary_cross_entropy_with_logits(net(x[idx]), y[idx]) / ACC).backward()
        if k % ACC == 0:
            opt.step()
            opt.zero_grad()
            sched.step()
            ema.update_parameters(net)
    print(f"{ep}: dice of the raw net on unseen images {dice(net, vx, vy):.3f}")

update_bn(x.split(64), ema)  # running statistics for the averaged weights, training images
print(f"EMA dice {dice(ema, vx, vy):.3f}, all-foreground dice {(2 * vy.sum() / (vy.numel() + vy.sum())).item():.3f}")

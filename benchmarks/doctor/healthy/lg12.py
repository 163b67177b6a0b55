# Shapes in noisy 24x24 pictures, half precision
import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(0)
torch.manual_seed(0)
KINDS = ["disc", "square", "cross", "ring"]


def draw(n):
    yy, xx = np.mgrid[0:24, 0:24]
    images, labels = np.zeros((n, 1, 24, 24), np.float32), rng.integers(0, 4, n)
    for i, k in enumerate(labels):
        r = rng.uniform(4, 7)
        cy, cx = rng.uniform(r, 23 - r, 2)
        dy, dx = yy - cy, xx - cx
        d = np.hypot(dy, dx)
        if k == 0:
            m = d < r
        elif k == 1:
            m = (abs(dy) < r * 0.85) & (abs(dx) < r * 0.85)
        elif k == 2:
            m = (abs(dy) < r) & (abs(dx) < r) & ((abs(dy) < 1.6) | (abs(dx) < 1.6))
        else:
            m = (d < r) & (d > r - 2.2)
        images[i, 0] = m * rng.uniform(0.6, 1.0) + rng.normal(0, 0.15, (24, 24))
    return torch.from_numpy(images), torch.from_numpy(labels)


x_train, y_train = draw(1536)
x_test, y_test = draw(512)

net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(32, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten(),
    nn.Linear(32 * 36, 64), nn.ReLU(), nn.Linear(64, 4),
)
opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=8)
scaler = torch.amp.GradScaler("cpu")
criterion = nn.CrossEntropyLoss()

for epoch in range(8):
    net.train()
    total = 0.0
    for idx in torch.randperm(len(x_train)).split(32):
        opt.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = criterion(net(x_train[idx]), y_train[idx])
        scaler.scale(loss).backward()
        scaler.unscale_(opt)
        torch.nn.utils.clip_grad_norm_(net.parameters(), max_norm=1.0)
        scaler.step(opt)
        scaler.update()
        total += loss.item() * len(idx)
    sched.step()
    net.eval()
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        acc = (net(x_test).argmax(1) == y_test).float().mean().item()
    print(f"epoch {epoch + 1}  loss {total / len(x_train):.4f}  test accuracy {acc:.3f}  scale {scaler.get_scale():.0f}")

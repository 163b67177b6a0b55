"""Segmenting blobs: a U-Net small enough to train on a laptop during a coffee break."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

SIZE = 32


def make_scenes(n, seed):
    """Grey noisy images with one to three bright discs; the mask marks the discs."""
    g = torch.Generator().manual_seed(seed)
    yy, xx = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
    images = torch.empty(n, 1, SIZE, SIZE)
    masks = torch.zeros(n, 1, SIZE, SIZE)
    for i in range(n):
        for _ in range(int(torch.randint(1, 4, (1,), generator=g))):
            cx, cy = (torch.rand(2, generator=g) * (SIZE - 10) + 5).tolist()
            r = 3 + 3 * torch.rand(1, generator=g).item()
            masks[i, 0][(xx - cx) ** 2 + (yy - cy) ** 2 <= r * r] = 1.0
        shade = 0.2 * (xx / SIZE) * torch.rand(1, generator=g)
        images[i, 0] = 0.2 + shade + 0.4 * masks[i, 0] + 0.15 * torch.randn(SIZE, SIZE, generator=g)
    return images, masks


def block(c_in, c_out):
    return nn.Sequential(
        nn.Conv2d(c_in, c_out, 3, padding=1, bias=False), nn.BatchNorm2d(c_out), nn.ReLU(inplace=True),
        nn.Conv2d(c_out, c_out, 3, padding=1, bias=False), nn.BatchNorm2d(c_out), nn.ReLU(inplace=True))


class MiniUNet(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.down1 = block(1, width)
        self.down2 = block(width, 2 * width)
        self.bottom = block(2 * width, 4 * width)
        self.up2 = nn.ConvTranspose2d(4 * width, 2 * width, 2, stride=2)
        self.dec2 = block(4 * width, 2 * width)
        self.up1 = nn.ConvTranspose2d(2 * width, width, 2, stride=2)
        self.dec1 = block(2 * width, width)
        self.head = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        c = self.bottom(F.max_pool2d(b, 2))
        x = self.dec2(torch.cat([self.up2(c), b], dim=1))
        x = self.dec1(torch.cat([self.up1(x), a], dim=1))
        return self.head(x)


def bce_dice(logits, target, eps=1.0):
    p = torch.sigmoid(logits)
    inter = (p * target).sum(dim=(1, 2, 3))
    dice = (2 * inter + eps) / (p.sum(dim=(1, 2, 3)) + target.sum(dim=(1, 2, 3)) + eps)
    return F.binary_cross_entropy_with_logits(logits, target) + (1 - dice).mean()


@torch.no_grad()
def iou(model, loader):
    was_training = model.training
    model.eval()
    inter = union = 0.0
    for x, y in loader:
        guess = model(x) > 0                 # logit 0 is probability one half
        truth = y > 0.5
        inter += (guess & truth).sum().item()
        union += (guess | truth).sum().item()
    model.train(was_training)
    return inter / union


def main():
    torch.manual_seed(0)
    train = DataLoader(TensorDataset(*make_scenes(400, seed=1)), batch_size=16, shuffle=True)
    val = DataLoader(TensorDataset(*make_scenes(100, seed=2)), batch_size=50)
    test = DataLoader(TensorDataset(*make_scenes(100, seed=3)), batch_size=50)

    model = MiniUNet()
    print("parameters:", sum(p.numel() for p in model.parameters()))
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    epochs = 10
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)

    model.train()
    for epoch in range(epochs):
        running, n = 0.0, 0
        for x, y in train:
            if torch.rand(()) < 0.5:         # image and mask are mirrored together
                x, y = x.flip(-1), y.flip(-1)
            loss = bce_dice(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.item() * len(x)
            n += len(x)
        sched.step()
        print(f"epoch {epoch + 1:2d}  loss {running / n:.4f}  val IoU {iou(model, val):.3f}")
    print(f"test IoU {iou(model, test):.3f}")


if __name__ == "__main__":
    main()

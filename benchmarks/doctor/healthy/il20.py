"""Little U-Net: segment discs in noisy pictures with distracting squares. BCE + soft Dice, flips on the fly."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

SIZE = 32


def draw(gen):
    yy, xx = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
    rand = lambda lo, hi: lo + (hi - lo) * torch.rand((), generator=gen).item()
    img, mask = torch.zeros(SIZE, SIZE), torch.zeros(SIZE, SIZE)
    for _ in range(2):  # squares are not wanted
        cy, cx, r = rand(5, 27), rand(5, 27), rand(3, 5)
        img[((yy - cy).abs() < r) & ((xx - cx).abs() < r)] = rand(0.6, 1.0)
    for _ in range(2):
        cy, cx, r = rand(6, 26), rand(6, 26), rand(3, 6)
        disc = (yy - cy) ** 2 + (xx - cx) ** 2 < r * r
        img[disc] = rand(0.6, 1.0)
        mask[disc] = 1.0
    img = img + 0.15 * torch.randn(SIZE, SIZE, generator=gen)
    return img.unsqueeze(0), mask.unsqueeze(0)


class Discs(Dataset):
    def __init__(self, n, seed, augment=False):
        gen = torch.Generator().manual_seed(seed)
        self.items = [draw(gen) for _ in range(n)]
        self.augment = augment

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        img, mask = self.items[i]
        if self.augment:  # the same flip for picture and mask
            for dim in (1, 2):
                if torch.rand(()) < 0.5:
                    img, mask = img.flip(dim), mask.flip(dim)
        return img, mask


def conv(c_in, c_out):
    layers = []
    for c in (c_in, c_out):
        layers += [nn.Conv2d(c, c_out, 3, padding=1, bias=False), nn.GroupNorm(4, c_out), nn.ReLU()]
    return nn.Sequential(*layers)


class UNet(nn.Module):
    def __init__(self, w=12):
        super().__init__()
        self.d1, self.d2, self.mid = conv(1, w), conv(w, 2 * w), conv(2 * w, 4 * w)
        self.up2, self.u2 = nn.ConvTranspose2d(4 * w, 2 * w, 2, stride=2), conv(4 * w, 2 * w)
        self.up1, self.u1 = nn.ConvTranspose2d(2 * w, w, 2, stride=2), conv(2 * w, w)
        self.out = nn.Conv2d(w, 1, 1)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(F.max_pool2d(a, 2))
        c = self.mid(F.max_pool2d(b, 2))
        b = self.u2(torch.cat([b, self.up2(c)], dim=1))
        a = self.u1(torch.cat([a, self.up1(b)], dim=1))
        return self.out(a)


def loss_fn(logits, target, eps=1.0):
    prob = torch.sigmoid(logits)
    inter = (prob * target).sum(dim=(1, 2, 3))
    dice = (2 * inter + eps) / (prob.sum(dim=(1, 2, 3)) + target.sum(dim=(1, 2, 3)) + eps)
    return F.binary_cross_entropy_with_logits(logits, target) + (1 - dice).mean()


@torch.inference_mode()
def mean_iou(model, loader):
    model.eval()
    total, n = 0.0, 0
    for img, mask in loader:
        pred, true = model(img) > 0, mask > 0.5  # logit 0 is probability one half
        inter = (pred & true).sum(dim=(1, 2, 3))
        union = (pred | true).sum(dim=(1, 2, 3))
        total += (inter / union.clamp(min=1)).sum().item()
        n += len(img)
    return total / n


def main():
    torch.manual_seed(6)
    epochs = 10
    train = DataLoader(Discs(480, seed=1, augment=True), batch_size=24, shuffle=True)
    val = DataLoader(Discs(120, seed=2), batch_size=60)
    test = DataLoader(Discs(120, seed=3), batch_size=60)

    model = UNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=1e-4)
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=len(train))
    cool = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=(epochs - 1) * len(train))
    scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, cool], milestones=[len(train)])

    best, weights = -1.0, None
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for img, mask in train:
            loss = loss_fn(model(img), mask)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            scheduler.step()
            total += loss.item()
        iou = mean_iou(model, val)
        if iou > best:
            best, weights = iou, {k: v.clone() for k, v in model.state_dict().items()}
        print(f"epoch {epoch}  loss {total / len(train):.3f}  val IoU {iou:.3f}")

    model.load_state_dict(weights)
    print(f"test IoU {mean_iou(model, test):.3f}")


if __name__ == "__main__":
    main()

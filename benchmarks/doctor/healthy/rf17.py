# Segment discs (not squares) in noisy pictures with a very small U-Net; BCE + Dice, IoU measured.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

H = 32


def draw(n, gen):
    yy, xx = torch.meshgrid(torch.arange(H), torch.arange(H), indexing="ij")
    pos = torch.randint(6, H - 6, (n, 2, 2, 1, 1), generator=gen)
    r = torch.randint(3, 7, (n, 2, 1, 1), generator=gen)
    disc = (yy - pos[:, 0, 0]) ** 2 + (xx - pos[:, 0, 1]) ** 2 <= r[:, 0] ** 2
    square = ((yy - pos[:, 1, 0]).abs() <= r[:, 1]) & ((xx - pos[:, 1, 1]).abs() <= r[:, 1])
    image = (disc | square).float() + 0.3 * torch.randn(n, H, H, generator=gen)
    return TensorDataset(image.unsqueeze(1), (disc & ~square).float().unsqueeze(1))

def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True),
                         nn.Conv2d(o, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))

class UNet(nn.Module):
    def __init__(self, c=8):
        super().__init__()
        self.d1, self.d2, self.mid = block(1, c), block(c, 2 * c), block(2 * c, 4 * c)
        self.up2, self.u2 = nn.ConvTranspose2d(4 * c, 2 * c, 2, stride=2), block(4 * c, 2 * c)
        self.up1, self.u1 = nn.ConvTranspose2d(2 * c, c, 2, stride=2), block(2 * c, c)
        self.last = nn.Conv2d(c, 1, 1)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(F.max_pool2d(a, 2))
        m = self.mid(F.max_pool2d(b, 2))
        y = self.u2(torch.cat([self.up2(m), b], dim=1))
        return self.last(self.u1(torch.cat([self.up1(y), a], dim=1)))

def criterion(logits, mask):
    p = logits.sigmoid()
    inter, size = (p * mask).sum((1, 2, 3)), p.sum((1, 2, 3)) + mask.sum((1, 2, 3))
    dice = 1 - (2 * inter + 1) / (size + 1)
    return F.binary_cross_entropy_with_logits(logits, mask) + dice.mean()

@torch.no_grad()
def iou(net, loader):
    net.eval()
    inter = union = 0
    for x, m in loader:
        pred, m = net(x) > 0, m.bool()
        inter += (pred & m).sum().item()
        union += (pred | m).sum().item()
    return inter / union

gen = torch.Generator().manual_seed(8)
torch.manual_seed(8)
train_dl = DataLoader(draw(400, gen), batch_size=10, shuffle=True)
test_dl = DataLoader(draw(100, gen), batch_size=50)
net = UNet()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
sched = torch.optim.lr_scheduler.PolynomialLR(opt, total_iters=8, power=0.9)
for epoch in range(8):
    net.train()
    losses = []
    for x, m in train_dl:
        loss = criterion(net(x), m)
        opt.zero_grad(), loss.backward(), opt.step()
        losses.append(loss.item())
    sched.step()
    if epoch % 2:
        print(f"epoch {epoch + 1} loss {sum(losses) / len(losses):.3f} test IoU {iou(net, test_dl):.3f}")

"""Deep sets, two tasks: which outline do these points lie on, and how large is it? Sets of unequal size are packed
into one tensor with a batch index; the two losses are weighted by learnt uncertainties (Kendall et al.)."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR
from torch.utils.data import DataLoader, random_split


def make_item():  # 0: a circle, 1: a square, 2: a triangle
    kind, n = torch.randint(3, ()).item(), torch.randint(12, 40, ()).item()
    radius = 0.5 + 1.5 * torch.rand(())
    if kind == 0:
        angle = torch.rand(n) * 2 * torch.pi
        pts = torch.stack([angle.cos(), angle.sin()], dim=1)
    else:
        angle = torch.arange(corners := 5 - kind) * 2 * torch.pi / corners
        v = torch.stack([angle.cos(), angle.sin()], dim=1)
        side, u = torch.randint(corners, (n,)), torch.rand(n, 1)
        pts = v[side] * u + v[(side + 1) % corners] * (1 - u)
    turn = torch.rand(()) * 2 * torch.pi
    rot = torch.stack([torch.stack([turn.cos(), -turn.sin()]), torch.stack([turn.sin(), turn.cos()])])
    return radius * pts @ rot.T + 0.03 * torch.randn(n, 2), kind, radius


def collate(items):
    sets, kinds, radii = zip(*items)
    index = torch.repeat_interleave(torch.arange(len(sets)), torch.tensor([len(s) for s in sets]))
    return torch.cat(sets), index, torch.tensor(kinds), torch.stack(radii)


class DeepSet(nn.Module):
    def __init__(self, d=64):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(3, d), nn.ReLU(), nn.Linear(d, d), nn.ReLU(), nn.Linear(d, d))
        self.rho = nn.Sequential(nn.LayerNorm(2 * d), nn.Linear(2 * d, d), nn.ReLU())
        self.kind, self.size = nn.Linear(d, 3), nn.Linear(d, 1)
        self.log_var = nn.Parameter(torch.zeros(2))

    def forward(self, points, index, n_sets):
        h = self.phi(torch.cat([points, points.norm(dim=1, keepdim=True)], dim=1))
        count = torch.bincount(index, minlength=n_sets).unsqueeze(1)
        mean = h.new_zeros(n_sets, h.size(1)).index_add(0, index, h) / count
        top = torch.zeros_like(mean).scatter_reduce(0, index[:, None].expand_as(h), h, "amax", include_self=False)
        z = self.rho(torch.cat([mean, top], dim=1))
        return self.kind(z), self.size(z).squeeze(1)


torch.manual_seed(8)
train, test = random_split([make_item() for _ in range(3000)], [0.8, 0.2])
train_dl = DataLoader(train, batch_size=64, shuffle=True, collate_fn=collate, drop_last=True)
test_dl = DataLoader(test, batch_size=200, collate_fn=collate)
model, EPOCHS = DeepSet(), 24
optimizer = torch.optim.AdamW([
    {"params": [p for p in model.parameters() if p.ndim > 1]},
    {"params": [p for p in model.parameters() if p.ndim <= 1], "weight_decay": 0.0}], lr=3e-3, weight_decay=0.01)
warm, rest = LinearLR(optimizer, 0.05, 1.0, 50), CosineAnnealingLR(optimizer, EPOCHS * len(train_dl) - 50)
scheduler = SequentialLR(optimizer, [warm, rest], milestones=[50])
for epoch in range(EPOCHS):
    model.train()
    for points, index, kind, radius in train_dl:
        logits, size = model(points, index, len(kind))
        losses = torch.stack([F.cross_entropy(logits, kind), F.mse_loss(size, radius)])
        loss = (losses * torch.exp(-model.log_var) * torch.tensor([1.0, 0.5]) + 0.5 * model.log_var).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
    if epoch % 8 == 7:
        print(f"epoch {epoch + 1}: cross-entropy {losses[0].item():.3f}, squared error {losses[1].item():.4f}")
model.eval()
hits, sq, base, mean_radius = 0, 0.0, 0.0, torch.stack([r for _, _, r in train]).mean()
with torch.no_grad():
    for points, index, kind, radius in test_dl:
        logits, size = model(points, index, len(kind))
        hits += (logits.argmax(1) == kind).sum().item()
        sq += F.mse_loss(size, radius, reduction="sum").item()
        base += (radius - mean_radius).pow(2).sum().item()
print(f"test accuracy {hits / len(test):.3f}; RMSE of the radius {(sq / len(test)) ** 0.5:.3f}, "
      f"of the mean radius {(base / len(test)) ** 0.5:.3f}")

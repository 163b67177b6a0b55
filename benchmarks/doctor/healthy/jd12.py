"""Find a rising chirp in noisy sound; 10 % of the clips have one.

Log-spectrogram -> small conv net. A WeightedRandomSampler balances the *training* draws; validation and test
keep the natural share. As the sampler shifts the scores, the threshold is chosen on validation (best F1).
"""
import math

import numpy as np
import torch
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

RATE, SECONDS, N_FFT, HOP = 2000, 1.0, 128, 64
torch.manual_seed(12)
torch.set_num_threads(2)


def synthesise(n, gen, share=0.1):
    t = torch.arange(int(RATE * SECONDS)) / RATE
    present = (torch.rand(n, generator=gen) < share).long()

    def uniform(lo, hi):
        return lo + (hi - lo) * torch.rand(n, 1, generator=gen)

    clips = 0.9 * torch.randn(n, len(t), generator=gen)
    # every clip has a steady tone and a falling chirp: energy alone tells nothing
    clips += 0.5 * torch.sin(2 * math.pi * uniform(100, 900) * t + uniform(0, 6.28))
    start, slope = uniform(600, 900), uniform(300, 500)
    clips += 0.4 * torch.sin(2 * math.pi * (start * t - slope * t**2 / 2))
    start, slope = uniform(100, 400), uniform(300, 500)
    rising = 0.4 * torch.sin(2 * math.pi * (start * t + slope * t**2 / 2))
    steady = 0.4 * torch.sin(2 * math.pi * uniform(100, 900) * t)
    clips += torch.where(present[:, None] == 1, rising, steady)
    return clips, present


def log_spectrogram(clips):
    spec = torch.stft(clips, N_FFT, HOP, window=torch.hann_window(N_FFT), return_complex=True)
    return torch.log1p(spec.abs()).unsqueeze(1)  # (clips, 1, bins, frames)


parts = {name: synthesise(n, torch.Generator().manual_seed(seed))
         for name, n, seed in (("train", 2400, 101), ("val", 1000, 102), ("test", 1000, 103))}
spectra = {name: log_spectrogram(clips) for name, (clips, _) in parts.items()}
mean = spectra["train"].mean(dim=(0, 1, 3), keepdim=True)
std = spectra["train"].std(dim=(0, 1, 3), keepdim=True)
sets = {name: TensorDataset((s - mean) / std, parts[name][1]) for name, s in spectra.items()}

y_train = parts["train"][1]
per_class = torch.bincount(y_train, minlength=2)
sampler = WeightedRandomSampler((1.0 / per_class)[y_train].tolist(), num_samples=len(y_train), replacement=True)
train_loader = DataLoader(sets["train"], batch_size=64, sampler=sampler)
val_loader = DataLoader(sets["val"], batch_size=250)
test_loader = DataLoader(sets["test"], batch_size=250)


def conv(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU(), nn.MaxPool2d(2))


net = nn.Sequential(conv(1, 8), conv(8, 16), conv(16, 32), nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Linear(32, 1))
EPOCHS = 12
opt = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-2)
warm = torch.optim.lr_scheduler.LinearLR(opt, start_factor=0.1, total_iters=2)
cool = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS - 2)
sched = torch.optim.lr_scheduler.SequentialLR(opt, [warm, cool], milestones=[2])  # all of it in epochs
bce = nn.BCEWithLogitsLoss()  # no pos_weight: the sampler has done that already


@torch.no_grad()
def probabilities(loader):
    net.eval()
    p, y = zip(*((net(x).squeeze(1).sigmoid(), y) for x, y in loader))
    return torch.cat(p).numpy(), torch.cat(y).numpy()


best_ap, best_state = -1.0, None
for epoch in range(EPOCHS):
    net.train()
    loss_sum = 0.0
    for x, y in train_loader:
        loss = bce(net(x).squeeze(1), y.float())
        opt.zero_grad()
        loss.backward()
        opt.step()
        loss_sum += loss.item() * len(y)
    sched.step()
    p, y = probabilities(val_loader)
    ap = average_precision_score(y, p)
    print(f"epoch {epoch + 1:2d}  loss {loss_sum / len(y_train):.3f}  val average precision {ap:.3f}")
    if ap > best_ap:
        best_ap, best_state = ap, {k: v.clone() for k, v in net.state_dict().items()}

net.load_state_dict(best_state)
p, y = probabilities(val_loader)
precision, recall, thresholds = precision_recall_curve(y, p)
f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
threshold = thresholds[f1[:-1].argmax()]  # the last point of the curve has no threshold

p, y = probabilities(test_loader)
print(f"threshold {threshold:.3f} (validation F1 {f1[:-1].max():.3f})")
print(f"test: average precision {average_precision_score(y, p):.3f} (share of positives {y.mean():.3f}), "
      f"F1 {f1_score(y, (p >= threshold).astype(int)):.3f} (always yes: {f1_score(y, np.ones_like(y)):.3f})")

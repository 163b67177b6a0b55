"""Sound events from log-mel spectrograms.  Four kinds of one-second clips at 8 kHz, all synthesised here."""
import math
import os

import torch
import torch.nn as nn
import torch.nn.functional as F

SR, N_FFT, HOP, N_MELS = 8000, 256, 128, 32
CLASSES = ["tone", "sweep_up", "sweep_down", "pulsed_noise"]
OUT = "out/kc05"


def synth(n, seed):
    g = torch.Generator().manual_seed(seed)
    u = lambda lo, hi: lo + (hi - lo) * torch.rand(n, 1, generator=g)
    t = (torch.arange(SR) / SR)[None]
    labels = torch.randint(0, len(CLASSES), (n,), generator=g)
    f0 = u(500, 2500)
    slope = u(300, 900)
    sign = torch.zeros(n, 1)
    sign[labels == 1], sign[labels == 2] = 1.0, -1.0
    # phase of a linear sweep: 2 pi (f0 t + slope t^2 / 2), f falls or rises around f0
    phase = 2 * math.pi * ((f0 - sign * slope / 2) * t + sign * slope * t ** 2 / 2) + u(0, 2 * math.pi)
    wave = torch.sin(phase)
    pulses = (torch.sin(2 * math.pi * u(3, 9) * t) > 0).float() * torch.randn(n, SR, generator=g) * 0.7
    wave = torch.where((labels == 3)[:, None], pulses, wave)
    return wave * u(0.3, 1.0) + 0.4 * torch.randn(n, SR, generator=g), labels


def mel_filters():
    hz2mel = lambda f: 2595.0 * math.log10(1.0 + f / 700.0)
    mels = torch.linspace(hz2mel(60.0), hz2mel(SR / 2), N_MELS + 2)
    edges = 700.0 * (10.0 ** (mels / 2595.0) - 1.0)
    freqs = torch.linspace(0, SR / 2, N_FFT // 2 + 1)
    lo, mid, hi = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return torch.minimum((freqs - lo) / (mid - lo), (hi - freqs) / (hi - mid)).clamp(min=0)


class LogMel(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("window", torch.hann_window(N_FFT))
        self.register_buffer("fb", mel_filters())
        self.register_buffer("mean", torch.zeros(1, N_MELS, 1))
        self.register_buffer("std", torch.ones(1, N_MELS, 1))

    def raw(self, wave):
        spec = torch.stft(wave, N_FFT, HOP, window=self.window, return_complex=True).abs() ** 2
        return torch.log(self.fb @ spec + 1e-4)

    def fit(self, wave):
        m = self.raw(wave)
        self.mean.copy_(m.mean((0, 2), keepdim=True))
        self.std.copy_(m.std((0, 2), keepdim=True))

    def forward(self, wave):
        return (self.raw(wave) - self.mean) / self.std


class SpecAugment(nn.Module):
    """Blanks a band of rows and a stretch of frames; identity in eval mode."""

    def forward(self, x):                               # (B, mel, time)
        if not self.training:
            return x
        x = x.clone()
        for i in range(len(x)):
            f, t = torch.randint(0, 5, (1,)).item(), torch.randint(0, 9, (1,)).item()
            f0 = torch.randint(0, x.shape[1] - f + 1, (1,)).item()
            t0 = torch.randint(0, x.shape[2] - t + 1, (1,)).item()
            x[i, f0:f0 + f] = 0.0                       # 0 is the mean after standardising
            x[i, :, t0:t0 + t] = 0.0
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.aug = SpecAugment()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.AdaptiveAvgPool2d((4, 4)))
        self.fc = nn.Sequential(nn.Flatten(), nn.Dropout(0.3), nn.Linear(512, len(CLASSES)))

    def forward(self, mel):
        return self.fc(self.conv(self.aug(mel).unsqueeze(1)))


def evaluate(net, feats, labels):
    net.eval()
    with torch.no_grad():
        logits = torch.cat([net(f) for f in feats.split(128)])
    return F.cross_entropy(logits, labels).item(), (logits.argmax(1) == labels).float().mean().item(), logits


if __name__ == "__main__":
    torch.manual_seed(5)
    os.makedirs(OUT, exist_ok=True)
    (w_tr, y_tr), (w_va, y_va), (w_te, y_te) = synth(600, 100), synth(200, 101), synth(200, 102)
    frontend = LogMel()
    frontend.fit(w_tr)                                  # mean and deviation of each band: training clips only
    x_tr, x_va, x_te = frontend(w_tr), frontend(w_va), frontend(w_te)

    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=2)
    best = math.inf
    for epoch in range(1, 16):
        net.train()
        for idx in torch.randperm(len(x_tr)).split(40):
            opt.zero_grad()
            F.cross_entropy(net(x_tr[idx]), y_tr[idx]).backward()
            opt.step()
        loss, acc, _ = evaluate(net, x_va, y_va)
        plateau.step(loss)
        mark = ""
        if loss < best:
            best, mark = loss, "*"
            torch.save({"net": net.state_dict(), "frontend": frontend.state_dict()}, f"{OUT}/best.pt")
        print(f"{epoch:2d}  val loss {loss:.4f}  acc {acc:.3f}  lr {opt.param_groups[0]['lr']:.1e} {mark}")

    net.load_state_dict(torch.load(f"{OUT}/best.pt", weights_only=True)["net"])
    loss, acc, logits = evaluate(net, x_te, y_te)
    print(f"test  loss {loss:.4f}  acc {acc:.3f}  (chance {1 / len(CLASSES):.2f})")
    for c, name in enumerate(CLASSES):
        sel = y_te == c
        print(f"   {name:13s} recall {(logits.argmax(1)[sel] == c).float().mean():.3f}  n={int(sel.sum())}")

import copy
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn


class DenoisingAE(nn.Module):
    """Autoencoder for 1-D waves; noise is added by the trainer, not by the model."""

    def __init__(self, length=64, code=8):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(length, 96), nn.LayerNorm(96), nn.ReLU(), nn.Linear(96, code))
        self.dec = nn.Sequential(nn.Linear(code, 96), nn.ReLU(), nn.Linear(96, length))

    def forward(self, x):
        return self.dec(self.enc(x))


def waves(n, length, g):
    t = torch.linspace(0, 1, length)
    f = 1 + 2 * torch.rand(n, 1, generator=g)
    p = 6.283 * torch.rand(n, 1, generator=g)
    return torch.sin(6.283 * f * t + p)


class Trainer:
    def __init__(self, model, train, valid, sigma=0.4, bs=128, lr=3e-3, patience=8, max_epochs=60):
        self.model, self.train_x, self.valid_x = model, train, valid
        self.sigma, self.bs, self.patience, self.max_epochs = sigma, bs, patience, max_epochs
        self.opt = torch.optim.AdamW(model.parameters(), lr=lr)
        self.plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(self.opt, factor=0.5, patience=3)
        g = torch.Generator().manual_seed(99)  # the same noisy validation rows every epoch
        self.valid_noisy = valid + sigma * torch.randn(valid.shape, generator=g)

    def epoch(self):
        self.model.train()
        for idx in torch.randperm(len(self.train_x)).split(self.bs):
            clean = self.train_x[idx]
            loss = F.mse_loss(self.model(clean + self.sigma * torch.randn_like(clean)), clean)
            self.opt.zero_grad(set_to_none=True)
            loss.backward()
            self.opt.step()

    @torch.no_grad()
    def score(self):
        self.model.eval()
        return F.mse_loss(self.model(self.valid_noisy), self.valid_x).item()

    def fit(self):
        best, state, bad = float("inf"), None, 0
        for e in range(self.max_epochs):
            self.epoch()
            v = self.score()
            self.plateau.step(v)
            if v < best:
                best, state, bad = v, copy.deepcopy(self.model.state_dict()), 0
            else:
                bad += 1
            if e % 10 == 0:
                print(e, round(v, 4))
            if bad >= self.patience:
                break
        self.model.load_state_dict(state)
        return best


if __name__ == "__main__":
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(0)
    tr, va, te = (waves(n, 64, g) for n in (4000, 500, 500))
    model = DenoisingAE()
    trainer = Trainer(model, tr, va)
    print("best validation mse", trainer.fit())
    noisy = te + trainer.sigma * torch.randn_like(te)
    model.eval()
    with torch.no_grad():
        print("test: noisy", F.mse_loss(noisy, te).item(), "denoised", F.mse_loss(model(noisy), te).item())
    out = Path("out/iu04")
    out.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), out / "dae.pt")

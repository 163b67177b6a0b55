"""Denoising autoencoder on the 8x8 digits.

Question: how much of the added Gaussian noise can a small bottleneck network take away
again on images it has never seen?  Reference points: leaving the noisy image as it is, and
answering with the mean training image.
"""
import copy
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 11
SIGMA = 0.35
EPOCHS = 60
BATCH = 64
OUT = "out/ja01"


class DenoisingAE(nn.Module):
    def __init__(self, d_in=64, d_hidden=128, d_code=24):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d_in, d_hidden), nn.ReLU(), nn.Linear(d_hidden, d_code))
        self.decoder = nn.Sequential(nn.ReLU(), nn.Linear(d_code, d_hidden), nn.ReLU(), nn.Linear(d_hidden, d_in))

    def forward(self, x):
        # pixels are in [0, 1], so a sigmoid output can reach every target
        return torch.sigmoid(self.decoder(self.encoder(x)))


def corrupt(x, generator):
    return x + SIGMA * torch.randn(x.shape, generator=generator)


def main():
    torch.set_num_threads(1)  # tiny tensors: a second thread only costs time
    torch.manual_seed(SEED)
    os.makedirs(OUT, exist_ok=True)
    digits = load_digits()
    images = (digits.data / 16.0).astype(np.float32)  # 16 is the documented maximum
    rest, test = train_test_split(images, test_size=0.2, random_state=SEED, stratify=digits.target)
    train, val = train_test_split(rest, test_size=0.2, random_state=SEED)
    train, val, test = map(torch.from_numpy, (train, val, test))

    # the training noise is drawn anew for every batch; validation and test noise are fixed
    g_train = torch.Generator().manual_seed(SEED)
    val_noisy = corrupt(val, torch.Generator().manual_seed(101))
    test_noisy = corrupt(test, torch.Generator().manual_seed(202))

    model = DenoisingAE()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS)

    best_val, best_state, best_epoch = float("inf"), None, -1
    for epoch in range(EPOCHS):
        model.train()
        running, seen = 0.0, 0
        for idx in torch.randperm(len(train), generator=g_train).split(BATCH):
            clean = train[idx]
            loss = F.mse_loss(model(corrupt(clean, g_train)), clean)
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.item() * len(idx)
            seen += len(idx)
        sched.step()

        model.eval()
        with torch.no_grad():
            val_mse = F.mse_loss(model(val_noisy), val).item()
        if val_mse < best_val:
            best_val, best_epoch = val_mse, epoch
            best_state = copy.deepcopy(model.state_dict())
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1:3d}  train {running / seen:.4f}  val {val_mse:.4f}")

    model.load_state_dict(best_state)
    model.eval()
    with torch.no_grad():
        restored = F.mse_loss(model(test_noisy), test).item()
    untouched = F.mse_loss(test_noisy, test).item()
    mean_image = F.mse_loss(train.mean(0, keepdim=True).expand_as(test), test).item()
    print(f"best epoch {best_epoch + 1}")
    print(f"test MSE: denoised {restored:.4f} | noisy as is {untouched:.4f} | mean image {mean_image:.4f}")
    torch.save(best_state, os.path.join(OUT, "dae.pt"))


if __name__ == "__main__":
    main()

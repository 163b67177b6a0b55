# Small GAN on the 8x8 digits. Saves a grid of samples at the end.
import os

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

OUT = "out/io01"
os.makedirs(OUT, exist_ok=True)
torch.manual_seed(3)

NOISE = 32
EPOCHS = 20

pixels = torch.tensor(load_digits().data, dtype=torch.float32) / 8.0 - 1.0   # -1 .. 1
loader = DataLoader(TensorDataset(pixels), batch_size=64, shuffle=True, drop_last=True)

netG = nn.Sequential(
    nn.Linear(NOISE, 128), nn.LeakyReLU(0.2),
    nn.Linear(128, 128), nn.LeakyReLU(0.2),
    nn.Linear(128, 64), nn.Tanh(),
)
netD = nn.Sequential(
    nn.Linear(64, 128), nn.LeakyReLU(0.2), nn.Dropout(0.2),
    nn.Linear(128, 64), nn.LeakyReLU(0.2),
    nn.Linear(64, 1),
)

criterion = nn.BCEWithLogitsLoss()
optG = torch.optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))
optD = torch.optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))

for epoch in range(EPOCHS):
    netG.train()
    netD.train()
    sum_d = sum_g = 0.0
    for (real,) in loader:
        n = real.size(0)
        ones = torch.ones(n, 1)
        zeros = torch.zeros(n, 1)

        # --- discriminator: real -> 1, fake -> 0
        fake = netG(torch.randn(n, NOISE))
        optD.zero_grad()
        lossD = criterion(netD(real), ones) + criterion(netD(fake), zeros)
        lossD.backward()
        optD.step()

        # --- generator: wants D to say 1
        optG.zero_grad()
        lossG = criterion(netD(fake), ones)
        lossG.backward()
        optG.step()

        sum_d += lossD.item()
        sum_g += lossG.item()
    print(f"epoch {epoch:2d}  D {sum_d / len(loader):.3f}  G {sum_g / len(loader):.3f}")

netG.eval()
with torch.no_grad():
    samples = netG(torch.randn(25, NOISE)).view(25, 8, 8)
torch.save(samples, os.path.join(OUT, "samples.pt"))
for row in ((samples[0] + 1) * 4.5).int().tolist():
    print("".join(" .:-=+*#%@"[max(0, min(9, v))] for v in row))

"""Convolutional autoencoder for little grey pictures (uint8, made with numpy)."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(9)
gen = np.random.RandomState(9)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def blobs(n):
    yy, xx = np.mgrid[0:16, 0:16]
    imgs = np.zeros((n, 1, 16, 16), dtype=np.float64)
    for k in range(n):
        for _ in range(gen.randint(1, 3)):
            cy, cx = gen.uniform(3, 13, size=2)
            w = gen.uniform(1.5, 3.0)
            imgs[k, 0] += gen.uniform(0.5, 1.0) * np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / (2 * w * w))
    return (np.clip(imgs, 0, 1) * 255).astype(np.uint8)


train_img = torch.from_numpy(blobs(512)).float()
test_img = torch.from_numpy(blobs(128)).float()

# usual normalisation
mean, std = train_img.mean(), train_img.std()
train_x = (train_img - mean) / std
test_x = (test_img - mean) / std

loader = DataLoader(TensorDataset(train_x), batch_size=32, shuffle=True)


class ConvAE(nn.Module):
    def __init__(self, latent=12):
        super().__init__()
        self.enc = nn.Sequential(
            nn.Conv2d(1, 16, 3, stride=2, padding=1), nn.ReLU(),     # 8x8
            nn.Conv2d(16, 32, 3, stride=2, padding=1), nn.ReLU(),    # 4x4
            nn.Flatten(), nn.Linear(32 * 4 * 4, latent),
        )
        self.expand = nn.Linear(latent, 32 * 4 * 4)
        self.dec = nn.Sequential(
            nn.ConvTranspose2d(32, 16, 4, stride=2, padding=1), nn.ReLU(),
            nn.ConvTranspose2d(16, 1, 4, stride=2, padding=1),
        )

    def forward(self, x):
        z = self.enc(x)
        return self.dec(self.expand(z).view(-1, 32, 4, 4))           # logits


model = ConvAE().to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

for epoch in range(20):
    model.train()
    total = 0.0
    for (x,) in loader:
        x = x.to(device)
        loss = F.binary_cross_entropy_with_logits(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * x.size(0)
    if epoch % 3 == 0 or epoch == 19:
        print("epoch {:2d}  loss {:.4f}".format(epoch, total / len(train_x)))

# how good are the reconstructions, in grey levels?
model.eval()
with torch.no_grad():
    rec = torch.sigmoid(model(test_x.to(device))).cpu() * 255
err = (rec - test_img).abs().mean().item()
flat = (train_img.mean(0) - test_img).abs().mean().item()
print(f"mean absolute error of the reconstruction: {err:.1f} grey levels")
print(f"(the mean picture for every image would give {flat:.1f})")
print("share of pixels above 250:  original %.3f   reconstruction %.3f" % (
    (test_img > 250).float().mean(), (rec > 250).float().mean()))

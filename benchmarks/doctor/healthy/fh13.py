"""Denoising autoencoder on digits, compared with PCA of the same width."""
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

torch.manual_seed(17)
rng = np.random.default_rng(17)
CODE, EPOCHS, BATCH, NOISE = 12, 60, 64, 0.15

pixels = load_digits().data.astype("float32") / 16.0
pixels = pixels[rng.permutation(len(pixels))]
train, val, test = np.split(pixels, [1200, 1500])
train, val, test = map(torch.from_numpy, (train, val, test))


class AE(nn.Module):
    def __init__(self, code):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(64, 128), nn.ELU(), nn.Linear(128, 64), nn.ELU(), nn.Linear(64, code))
        # pixels lie between 0 and 1, the last sigmoid keeps the output there
        self.dec = nn.Sequential(nn.Linear(code, 64), nn.ELU(), nn.Linear(64, 128), nn.ELU(), nn.Linear(128, 64),
                                 nn.Sigmoid())

    def forward(self, x):
        return self.dec(self.enc(x))


model = AE(CODE)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=4)
mse = nn.MSELoss()


def reconstruction(x):
    model.eval()
    with torch.no_grad():
        return mse(model(x), x).item()


best = (float("inf"), None)
for epoch in range(EPOCHS):
    model.train()
    for idx in torch.randperm(len(train)).split(BATCH):
        clean = train[idx]
        noisy = clean + NOISE * torch.randn_like(clean)
        loss = mse(model(noisy), clean)  # noise in, clean out
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    v = reconstruction(val)
    scheduler.step(v)
    if v < best[0]:
        best = (v, {k: t.clone() for k, t in model.state_dict().items()})
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1}: last batch {loss.item():.4f}, val {v:.4f}, lr {optimizer.param_groups[0]['lr']:.1e}")

model.load_state_dict(best[1])
pca = PCA(CODE).fit(train.numpy())
pca_err = np.mean((pca.inverse_transform(pca.transform(test.numpy())) - test.numpy()) ** 2)
mean_err = np.mean((test.numpy() - train.numpy().mean(0)) ** 2)
print(f"test MSE: mean image {mean_err:.4f}, PCA {pca_err:.4f}, autoencoder {reconstruction(test):.4f}")

g = torch.Generator().manual_seed(0)
noisy = test + NOISE * torch.randn(test.shape, generator=g)
with torch.no_grad():
    print(f"noisy test: before {mse(noisy, test).item():.4f}, after {mse(model(noisy), test).item():.4f}")

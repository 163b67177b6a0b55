# coding: utf-8
# Exported from a notebook: variational auto-encoder on scikit-learn's 8x8 digits

# In[1]:

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
device

# In[2]:

digits = load_digits()
X = (digits.data / 16.0).astype(np.float32)   # known range 0..16, nothing is fitted here
y = digits.target
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=0, stratify=y)
X_train.shape, X_test.shape

# In[3]:


class VAE(nn.Module):
    def __init__(self, latent=8, hidden=128):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(64, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.mu = nn.Linear(hidden, latent)
        self.logvar = nn.Linear(hidden, latent)
        self.dec = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 64))
        # one noise level for all pixels, learned: the log-likelihood is a density, the ELBO may be above 0
        self.log_sigma = nn.Parameter(torch.tensor(-1.0))

    def encode(self, x):
        h = self.enc(x)
        return self.mu(h), self.logvar(h).clamp(-8, 8)

    def decode(self, z):
        return torch.sigmoid(self.dec(z))

    def elbo(self, x, beta=1.0):
        mu, logvar = self.encode(x)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        recon = self.decode(z)
        log_sigma = self.log_sigma.clamp(-3, 1)
        log_px = (-0.5 * ((x - recon) / log_sigma.exp()) ** 2 - log_sigma - 0.5 * math.log(2 * math.pi)).sum(1)
        kl = 0.5 * (mu ** 2 + logvar.exp() - 1 - logvar).sum(1)
        return log_px - beta * kl, log_px, kl


model = VAE().to(device)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
loader = DataLoader(TensorDataset(torch.from_numpy(X_train)), batch_size=64, shuffle=True)

# In[4]:

epochs, warm = 60, 15
history = []
for epoch in range(epochs):
    model.train()
    beta = min(1.0, (epoch + 1) / warm)           # KL warm-up
    total = 0.0
    for (x,) in loader:
        x = x.to(device)
        elbo, _, _ = model.elbo(x, beta)
        loss = -elbo.mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(x)
    history.append(total / len(X_train))
    if (epoch + 1) % 10 == 0:
        print(f"epoch {epoch+1:3d}  beta {beta:.2f}  -ELBO/image {history[-1]:8.3f}  sigma {model.log_sigma.exp().item():.3f}")

# In[5]: held-out ELBO, averaged over a few draws of z

model.eval()
xt = torch.from_numpy(X_test).to(device)
with torch.no_grad():
    draws = [[v.mean().item() for v in model.elbo(xt)] for _ in range(10)]
elbo, log_px, kl = np.mean(draws, axis=0)
print(f"test ELBO {elbo:.3f} = {log_px:.3f} - KL {kl:.3f}")

# In[6]: how much of the image survives, against the mean image of the training set

with torch.no_grad():
    recon = model.decode(model.encode(xt)[0])
    mse = F.mse_loss(recon, xt).item()
    base = F.mse_loss(torch.from_numpy(X_train.mean(0)).to(device).expand_as(xt), xt).item()
print(f"test MSE of reconstructions {mse:.4f}, of the mean image {base:.4f}")

# In[7]: the code is useful: nearest neighbours in the latent space

with torch.no_grad():
    z_train = model.encode(torch.from_numpy(X_train).to(device))[0].cpu().numpy()
    z_test = model.encode(xt)[0].cpu().numpy()
knn = KNeighborsClassifier(5).fit(z_train, y_train)
print(f"5-NN accuracy on test codes {knn.score(z_test, y_test):.3f}")

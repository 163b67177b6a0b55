import torch, torch.nn as nn, torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

torch.manual_seed(1)
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=0, stratify=y)
X_train, X_test = torch.from_numpy(X_train), torch.from_numpy(X_test)


class VAE(nn.Module):
    def __init__(self, d=64, h=128, z=12):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU())
        self.mu, self.logvar = nn.Linear(h, z), nn.Linear(h, z)
        self.dec = nn.Sequential(nn.Linear(z, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU(), nn.Linear(h, d))

    def encode(self, x):
        h = self.enc(x)
        return self.mu(h), self.logvar(h)

    def forward(self, x):
        mu, logvar = self.encode(x)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar) if self.training else mu
        return self.dec(z), mu, logvar


def elbo(logits, x, mu, logvar, beta):
    # pixels lie in [0, 1], so the Bernoulli likelihood may be used with soft targets
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return (rec + beta * kl) / len(x), rec / len(x), kl / len(x)


vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-3)
EPOCHS = 60
for epoch in range(EPOCHS):
    beta = min(1.0, (epoch + 1) / 20)      # the KL term comes in slowly
    vae.train()
    for idx in torch.randperm(len(X_train)).split(64):
        x = X_train[idx]
        out, mu, lv = vae(x)
        loss, _, _ = elbo(out, x, mu, lv, beta)
        opt.zero_grad()
        loss.backward()
        opt.step()
    if (epoch + 1) % 10 == 0:
        vae.eval()
        with torch.no_grad():
            out, mu, lv = vae(X_test)
            l, r, k = elbo(out, X_test, mu, lv, 1.0)
        print(f"epoch {epoch + 1}: test -ELBO {l:.2f} (reconstruction {r:.2f}, KL {k:.2f})")

vae.eval()
with torch.no_grad():
    z_train, z_test = vae.encode(X_train)[0].numpy(), vae.encode(X_test)[0].numpy()
    rec = torch.sigmoid(vae(X_test)[0])
    print("pixel MSE", F.mse_loss(rec, X_test).item(), "mean image", F.mse_loss(X_train.mean(0).expand_as(X_test), X_test).item())
probe = LogisticRegression(max_iter=2000).fit(z_train, y_train)
print("digit accuracy of a linear probe on 12 latent numbers:", probe.score(z_test, y_test))

# %% [markdown]
# # Denoising autoencoder, then a linear probe on the frozen code
# Few labels: the autoencoder sees all training pictures, the probe only 300 labels.

# %%
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(123)
X, y = load_digits(return_X_y=True)
X_fit, X_test, y_fit, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=1)
X_train, X_val, y_train, y_val = train_test_split(
    X_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=1)
X_train, X_val, X_test = (torch.tensor(a / 16.0, dtype=torch.float32) for a in (X_train, X_val, X_test))
y_train, y_val, y_test = (torch.tensor(a) for a in (y_train, y_val, y_test))

# %% the autoencoder
encoder = nn.Sequential(nn.Linear(64, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Linear(128, 32))
decoder = nn.Sequential(nn.Linear(32, 128), nn.ReLU(), nn.Linear(128, 64))
opt = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=2e-3)

for epoch in range(40):
    encoder.train()
    decoder.train()
    for idx in torch.randperm(len(X_train)).split(64):
        clean = X_train[idx]
        noisy = clean + 0.2 * torch.randn_like(clean)
        # pixels are in [0, 1], so the decoder's outputs are taken as Bernoulli logits
        loss = F.binary_cross_entropy_with_logits(decoder(encoder(noisy)), clean)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
    if (epoch + 1) % 10 == 0:
        encoder.eval()
        decoder.eval()
        with torch.no_grad():
            mse = F.mse_loss(torch.sigmoid(decoder(encoder(X_val))), X_val)
        print(f"autoencoder epoch {epoch + 1}: val reconstruction MSE {mse.item():.4f}")

# %% freeze, and compute the codes once
encoder.requires_grad_(False)
encoder.eval()
with torch.no_grad():
    Z_train, Z_val, Z_test = encoder(X_train), encoder(X_val), encoder(X_test)
mu, sd = Z_train.mean(0), Z_train.std(0)
Z_train, Z_val, Z_test = ((z - mu) / sd for z in (Z_train, Z_val, Z_test))
few = torch.randperm(len(Z_train))[:300]
Z_few, y_few = Z_train[few], y_train[few]


# %% the probe
class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(32, 10)

    def forward(self, z):
        return F.log_softmax(self.fc(z), dim=1)


probe = Probe()
nll = nn.NLLLoss()
probe_opt = torch.optim.SGD(probe.parameters(), lr=0.2, weight_decay=1e-3)
STEPS = 300
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(probe_opt, T_max=STEPS)
for step in range(1, STEPS + 1):          # full batch, 300 rows
    probe.train()
    probe_opt.zero_grad()
    loss = nll(probe(Z_few), y_few)
    loss.backward()
    probe_opt.step()
    schedule.step()
    if step % 50 == 0:
        probe.eval()
        with torch.no_grad():
            val_acc = (probe(Z_val).argmax(1) == y_val).float().mean().item()
        print(f"probe step {step}: loss {loss.item():.3f}, val acc {val_acc:.3f}")

probe.eval()
with torch.no_grad():
    print(f"test accuracy: {(probe(Z_test).argmax(1) == y_test).float().mean().item():.3f}")

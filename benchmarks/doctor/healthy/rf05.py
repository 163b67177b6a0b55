import torch
from torch import nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

# Denoising autoencoder: noisy image in, clean image out.

g = torch.Generator().manual_seed(1)
torch.manual_seed(1)
imgs = torch.tensor(load_digits().data, dtype=torch.float32) / 16
train, test = train_test_split(imgs, test_size=0.2, random_state=1)


def corrupt(x, sigma=0.3, generator=None):
    return (x + sigma * torch.randn(x.shape, generator=generator)).clamp(0, 1)


class DAE(nn.Module):
    def __init__(self, d=64, h=128, z=24):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, h), nn.GELU(), nn.Linear(h, z))
        self.decoder = nn.Sequential(nn.Linear(z, h), nn.GELU(), nn.Linear(h, d), nn.Sigmoid())

    def forward(self, x):
        return self.decoder(self.encoder(x))


dae = DAE()
opt = torch.optim.Adam(dae.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.97)
mse = nn.MSELoss()

test_noisy = corrupt(test, generator=g)  # one fixed noisy copy to measure on
print(f"doing nothing: mse {mse(test_noisy, test).item():.4f}")
print(f"mean image:    mse {mse(train.mean(0).expand_as(test), test).item():.4f}")

for epoch in range(1, 41):
    dae.train()
    losses = []
    for batch in torch.randperm(len(train)).split(64):
        clean = train[batch]
        opt.zero_grad()
        loss = mse(dae(corrupt(clean)), clean)  # fresh noise each time
        loss.backward()
        opt.step()
        losses.append(loss.item())
    sched.step()
    if epoch % 10 == 0:
        dae.eval()
        with torch.no_grad():
            val = mse(dae(test_noisy), test).item()
        print(f"epoch {epoch:3d} train {sum(losses) / len(losses):.4f} test {val:.4f}")

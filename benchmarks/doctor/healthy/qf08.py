# Denoising autoencoder on the 8x8 digits.
# No labels are used, the target is the clean picture; pixels are in [0, 1].
import torch
import torch.nn as nn
from sklearn.datasets import load_digits

torch.manual_seed(2024)
NOISE = 0.35

pics = torch.tensor(load_digits().images, dtype=torch.float32).unsqueeze(1) / 16.0  # 16 = the scale of the data set
order = torch.randperm(len(pics))
train, val, test = pics[order[:1200]], pics[order[1200:1500]], pics[order[1500:]]


def corrupt(x, generator=None):
    return x + NOISE * torch.randn(x.shape, generator=generator)


class DAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
            nn.Conv2d(16, 32, 3, stride=2, padding=1), nn.BatchNorm2d(32), nn.ReLU(),   # 4x4
            nn.Conv2d(32, 32, 3, stride=2, padding=1), nn.BatchNorm2d(32), nn.ReLU(),   # 2x2
        )
        self.up = nn.Sequential(
            nn.ConvTranspose2d(32, 32, 2, stride=2), nn.BatchNorm2d(32), nn.ReLU(),     # 4x4
            nn.ConvTranspose2d(32, 16, 2, stride=2), nn.BatchNorm2d(16), nn.ReLU(),     # 8x8
            nn.Conv2d(16, 1, 3, padding=1),
        )

    def forward(self, x):
        return torch.sigmoid(self.up(self.down(x)))


net = DAE()
mse = nn.MSELoss()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)

# one fixed noise for validation and one for test, so that the epochs can be compared
noisy_val = corrupt(val, torch.Generator().manual_seed(1))
noisy_test = corrupt(test, torch.Generator().manual_seed(2))

best = (float("inf"), -1, None)
for epoch in range(40):
    net.train()
    # drop the rest that would be a batch of few rows for BatchNorm: 1200 / 60 has none
    for rows in torch.randperm(len(train)).view(-1, 60):
        clean = train[rows]
        opt.zero_grad()
        loss = mse(net(corrupt(clean)), clean)  # fresh noise every time
        loss.backward()
        opt.step()

    net.eval()
    with torch.no_grad():
        v = mse(net(noisy_val), val).item()
    if v < best[0]:
        best = (v, epoch, {k: t.detach().clone() for k, t in net.state_dict().items()})
    if (epoch + 1) % 10 == 0:
        print(f"epoch {epoch + 1}: last batch {loss.item():.4f}, validation {v:.4f}")

net.load_state_dict(best[2])
net.eval()
with torch.no_grad():
    ours = mse(net(noisy_test), test).item()
as_is = mse(noisy_test, test).item()
clipped = mse(noisy_test.clamp(0, 1), test).item()
average = mse(train.mean(dim=0, keepdim=True).expand_as(test), test).item()
print(f"weights of epoch {best[1] + 1}")
print(f"test MSE: autoencoder {ours:.4f} | noisy picture {as_is:.4f} | clipped {clipped:.4f} | mean picture {average:.4f}")
assert ours < min(as_is, clipped, average)

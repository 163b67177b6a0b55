"""
Denoising autoencoder on digits.
Fresh noise for every training batch; ONE fixed noise for validation and one for test,
so that the numbers of different epochs can be compared.
"""
import pathlib

import torch
from sklearn.datasets import load_digits
from torch import nn, optim

torch.manual_seed(99)
torch.set_num_threads(2)
NOISE = 0.35

# ---------------------------------------------------------------- data
x_all = torch.tensor(load_digits().data, dtype=torch.float32) / 16      # 16 is the largest grey value there is
order = torch.randperm(len(x_all), generator=torch.Generator().manual_seed(0))
x_train, x_valid, x_test = x_all[order].split([1197, 300, 300])


def corrupt(clean, generator=None):
    return clean + NOISE * torch.randn(clean.shape, generator=generator)


noisy_valid = corrupt(x_valid, torch.Generator().manual_seed(1))
noisy_test = corrupt(x_test, torch.Generator().manual_seed(2))


# ---------------------------------------------------------------- model
class DAE(nn.Module):
    def __init__(self, width=128, code=24):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(64, width), nn.GELU(), nn.Linear(width, code))
        self.decode = nn.Sequential(nn.Linear(code, width), nn.GELU(), nn.Linear(width, 64), nn.Sigmoid())

    def forward(self, x):
        return self.decode(self.encode(x))


net = DAE()
opt = optim.Adam(net.parameters(), lr=2e-3)
plateau = optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=4)
mse = nn.MSELoss()


@torch.inference_mode()
def restore_error(noisy, clean):
    net.eval()
    return mse(net(noisy), clean).item()


# ---------------------------------------------------------------- training
best = (float("inf"), None, None)
for epoch in range(80):
    net.train()
    for batch in x_train[torch.randperm(len(x_train))].split(64):
        loss = mse(net(corrupt(batch)), batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
    valid = restore_error(noisy_valid, x_valid)
    plateau.step(valid)
    if valid < best[0]:
        best = (valid, epoch, {k: v.clone() for k, v in net.state_dict().items()})
    if epoch % 10 == 0:
        print(f"{epoch:3d}  last batch {loss.item():.4f}  valid {valid:.4f}  lr {opt.param_groups[0]['lr']:.1e}")

# ---------------------------------------------------------------- result
net.load_state_dict(best[2])
mean_image = x_train.mean(dim=0).expand_as(x_test)
print(f"best epoch {best[1]}")
print(f"test error, network                 {restore_error(noisy_test, x_test):.4f}")
print(f"test error, noisy image as it is    {mse(noisy_test, x_test).item():.4f}")
print(f"test error, mean training image     {mse(mean_image, x_test).item():.4f}")

out = pathlib.Path("out/qa10")
out.mkdir(parents=True, exist_ok=True)
torch.save(net.state_dict(), out / "dae.pt")

# %% Dense autoencoder for the 8x8 digits -> 8 numbers per digit
import os
import torch
from torch import nn
from torch.utils.data import DataLoader
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(1234)
outdir = "out/hb04"
os.makedirs(outdir, exist_ok=True)

# %% data
pixels = load_digits().data
tr, te = train_test_split(pixels, test_size=300, random_state=0)
scale = StandardScaler()
tr = torch.from_numpy(scale.fit_transform(tr)).float()
te = torch.from_numpy(scale.transform(te)).float()
print(tr.shape, te.shape)


# %% model
class AutoEncoder(nn.Module):
    def __init__(self, d_in=64, d_code=8):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(d_in, 48),
            nn.ReLU(),
            nn.Linear(48, 24),
            nn.ReLU(),
            nn.Linear(24, d_code),
        )
        self.decoder = nn.Sequential(
            nn.Linear(d_code, 24),
            nn.ReLU(),
            nn.Linear(24, 48),
            nn.ReLU(),
            nn.Linear(48, d_in),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


ae = AutoEncoder()
mse = nn.MSELoss()
optim = torch.optim.Adam(ae.parameters(), lr=2e-3)
batches = DataLoader(tr, batch_size=64, shuffle=True)

# %% training
history = []
for epoch in range(40):
    ae.train()
    s = 0.0
    for x in batches:
        rec = ae(x)
        loss = mse(rec, x)
        optim.zero_grad()
        loss.backward()
        optim.step()
        s += loss.item() * len(x)
    ae.eval()
    with torch.no_grad():
        val = mse(ae(te), te).item()
    history.append((s / len(tr), val))
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: train {history[-1][0]:.4f}  test {val:.4f}")

# %% how much of the variance do the 8 numbers keep?
with torch.no_grad():
    rec = ae(te)
explained = 1 - ((te - rec) ** 2).sum() / ((te - te.mean(0)) ** 2).sum()
print("explained variance:", round(explained.item(), 3))
print("first digit, real   :", te[0, 18:24].numpy().round(2))
print("first digit, rebuilt:", rec[0, 18:24].numpy().round(2))
torch.save(ae.state_dict(), os.path.join(outdir, "ae.pt"))

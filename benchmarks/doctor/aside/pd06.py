import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader

EPOCHS = 40
torch.manual_seed(3)

pixels = torch.tensor(load_digits().data / 16.0, dtype=torch.float32)
pixels = pixels[torch.randperm(len(pixels))]
train_x, test_x = pixels[:1500], pixels[1500:]


class AutoEncoder(nn.Module):
    def __init__(self, code=12):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(64, 48), nn.ReLU(), nn.Linear(48, code))
        self.decoder = nn.Sequential(nn.Linear(code, 48), nn.ReLU(), nn.Linear(48, 64), nn.Sigmoid())

    def forward(self, x):
        return self.decoder(self.encoder(x))


ae = AutoEncoder()
mse = nn.MSELoss()
optimizer = torch.optim.Adam(ae.parameters(), lr=3e-3)
scheduler = StepLR(optimizer, step_size=15, gamma=0.3)
loader = DataLoader(train_x, batch_size=50, shuffle=True)

for epoch in range(EPOCHS):
    ae.train()
    total = 0.0
    for x in loader:
        optimizer.zero_grad()
        loss = mse(ae(x), x)
        loss.backward()
        optimizer.step()
        scheduler.step()
        total += loss.item() * x.size(0)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d}: train mse {total / len(train_x):.4f}")

ae.eval()
with torch.no_grad():
    test_mse = mse(ae(test_x), test_x).item()
baseline = mse(train_x.mean(0).expand_as(test_x), test_x).item()
print(f"test mse {test_mse:.4f}   (always the mean image: {baseline:.4f})")

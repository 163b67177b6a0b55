"""Multi-task net for wines: cultivar (classification) and alcohol (regression) from the other 12 columns.
Losses are balanced with learned log-variances (Kendall et al.)."""
import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)

frame = load_wine(as_frame=True).frame
inputs = torch.tensor(frame.drop(columns=["alcohol", "target"]).to_numpy(), dtype=torch.float32)
alcohol = torch.tensor(frame["alcohol"].to_numpy(), dtype=torch.float32)
cultivar = torch.tensor(frame["target"].to_numpy(), dtype=torch.long)

tr, te = train_test_split(range(len(frame)), test_size=0.3, stratify=cultivar.numpy(), random_state=1)
x_mean, x_std = inputs[tr].mean(0), inputs[tr].std(0)
a_mean, a_std = alcohol[tr].mean(), alcohol[tr].std()
X = (inputs - x_mean) / x_std
A = (alcohol - a_mean) / a_std

train_loader = DataLoader(TensorDataset(X[tr], A[tr], cultivar[tr]), batch_size=16, shuffle=True)


class TwoHeads(nn.Module):
    def __init__(self, d_in, d_hidden=32, n_classes=3):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(d_in, d_hidden), nn.LayerNorm(d_hidden), nn.GELU(), nn.Dropout(0.2))
        self.cls = nn.Linear(d_hidden, n_classes)
        self.reg = nn.Linear(d_hidden, 1)

    def forward(self, x):
        h = self.trunk(x)
        return {"cultivar": self.cls(h), "alcohol": self.reg(h).squeeze(-1)}


class UncertaintyLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_var = nn.ParameterDict({k: nn.Parameter(torch.zeros(())) for k in ("cultivar", "alcohol")})

    def forward(self, out, cls_target, reg_target):
        ce = nn.functional.cross_entropy(out["cultivar"], cls_target)
        mse = nn.functional.mse_loss(out["alcohol"], reg_target)
        s_c, s_a = self.log_var["cultivar"], self.log_var["alcohol"]
        total = torch.exp(-s_c) * ce + 0.5 * s_c + 0.5 * torch.exp(-s_a) * mse + 0.5 * s_a
        return total, ce.detach(), mse.detach()


net, criterion = TwoHeads(X.shape[1]), UncertaintyLoss()
EPOCHS = 60
optimizer = torch.optim.AdamW(
    [
        {"params": net.parameters(), "weight_decay": 1e-2},
        {"params": criterion.parameters(), "weight_decay": 0.0},
    ],
    lr=3e-3,
)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * len(train_loader))

for epoch in range(EPOCHS):
    net.train()
    for xb, ab, cb in train_loader:
        total, ce, mse = criterion(net(xb), cb, ab)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        scheduler.step()
    if (epoch + 1) % 15 == 0:
        print(f"epoch {epoch + 1}: last batch ce {ce:.3f} mse {mse:.3f}, "
              + ", ".join(f"log var {k} {v.item():+.2f}" for k, v in criterion.log_var.items()))

net.eval()
with torch.no_grad():
    out = net(X[te])
acc = (out["cultivar"].argmax(1) == cultivar[te]).float().mean().item()
pred = out["alcohol"] * a_std + a_mean
rmse = (pred - alcohol[te]).pow(2).mean().sqrt().item()
base = (a_mean - alcohol[te]).pow(2).mean().sqrt().item()
print(f"test: accuracy {acc:.3f}, alcohol RMSE {rmse:.3f} % vol (train mean {base:.3f})")

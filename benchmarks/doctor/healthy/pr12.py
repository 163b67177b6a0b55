# Regression with Monte-Carlo dropout (dropout stays on when predicting, on purpose) and averaged weights.
import torch
import torch.nn as nn
from sklearn.datasets import make_friedman1
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset, random_split

gen = torch.Generator().manual_seed(12)
torch.manual_seed(12)
X, y = make_friedman1(2400, n_features=10, noise=1.0, random_state=12)
data = TensorDataset(torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32).unsqueeze(1))
train, test = random_split(data, [1800, 600], generator=gen)
mean = torch.stack([t for _, t in train]).mean()
std = torch.stack([t for _, t in train]).std()
loader = DataLoader(train, batch_size=64, shuffle=True, drop_last=True)
test_x, test_y = (torch.stack(c) for c in zip(*test))

net = nn.Sequential(nn.Linear(10, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Dropout(0.1),
                    nn.Linear(128, 128), nn.ReLU(), nn.Dropout(0.1), nn.Linear(128, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.03, momentum=0.9, weight_decay=1e-4)
swa = AveragedModel(net)
EPOCHS, START = 60, 40
cosine = torch.optim.lr_scheduler.CosineAnnealingLR(opt, START, eta_min=0.005)
swa_lr = SWALR(opt, swa_lr=0.01, anneal_epochs=3)


def rmse(model):
    model.eval()
    with torch.no_grad():
        return ((model(test_x) * std + mean - test_y) ** 2).mean().sqrt().item()


for epoch in range(EPOCHS):
    net.train()
    total = 0.0
    for a, b in loader:
        loss = nn.functional.mse_loss(net(a), (b - mean) / std)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
    if epoch >= START:
        swa.update_parameters(net)
        swa_lr.step()
    else:
        cosine.step()
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1} loss {total / len(loader):.4f} test rmse {rmse(net):.3f}")

update_bn(loader, swa)
print(f"last weights {rmse(net):.3f}, averaged weights {rmse(swa):.3f}, mean baseline {(test_y - mean).pow(2).mean().sqrt():.3f}, noise 1.0")


def mc_predict(model, x, draws=50):
    model.eval()
    for m in model.modules():                    # only the dropout layers; batch norm keeps its statistics
        if isinstance(m, nn.Dropout):
            m.train()
    with torch.no_grad():
        s = torch.stack([model(x) for _ in range(draws)]) * std + mean
    model.eval()
    return s.mean(0), s.std(0)


m, s = mc_predict(swa, test_x)
err = (m - test_y).abs().squeeze()
order = s.squeeze().argsort()
print(f"MC dropout rmse {(m - test_y).pow(2).mean().sqrt():.3f}; error of the surest third {err[order[:200]].mean():.3f}, "
      f"of the least sure third {err[order[-200:]].mean():.3f}")
far = mc_predict(swa, test_x * 3)[1].mean()
print(f"spread on the test set {s.mean():.3f}, far away {far:.3f}")

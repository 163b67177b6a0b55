# # Digits with few examples of some classes
#
# Long-tailed training set, WeightedRandomSampler, mixup, label smoothing, a curriculum on the strength of
# the noise, and stochastic weight averaging with fresh batch-norm statistics.

# %%
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

rng = np.random.default_rng(0)
torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

# %% data: the test part stays as it is, the training part is thinned out
digits = load_digits()
images = torch.tensor(digits.images / 16.0, dtype=torch.float32).unsqueeze(1)
labels = torch.tensor(digits.target)
train_idx, test_idx = train_test_split(np.arange(len(labels)), test_size=0.3, random_state=0, stratify=digits.target)

keep = []
for c in range(10):
    of_class = train_idx[digits.target[train_idx] == c]
    keep.append(rng.permutation(of_class)[: int(120 * 0.8 ** c)])
train_idx = np.concatenate(keep)
x_train, y_train = images[train_idx], labels[train_idx]
x_test, y_test = images[test_idx].to(device), labels[test_idx]
counts = torch.bincount(y_train, minlength=10)
print("training rows by class:", counts.tolist(), "test rows:", len(test_idx))

# %%
weights = (1.0 / counts.double())[y_train]
sampler = WeightedRandomSampler(weights, num_samples=len(y_train), replacement=True)
dataset = TensorDataset(x_train, y_train)
loader = DataLoader(dataset, batch_size=32, sampler=sampler, drop_last=True)

# %%
net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
    nn.Conv2d(16, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(32, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 2 * 2, 10),
).to(device)
criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)

epochs, swa_start = 30, 20
cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=swa_start, eta_min=0.02)
swa_net = AveragedModel(net)
swa_lr = SWALR(optimizer, swa_lr=0.02, anneal_epochs=2)


def mixup(x, y, alpha=0.2):
    lam = float(rng.beta(alpha, alpha))
    order = torch.randperm(len(x), device=x.device)
    return lam * x + (1 - lam) * x[order], y, y[order], lam


def report(name, model):
    model.eval()
    with torch.no_grad():
        guess = model(x_test).argmax(1).cpu()
    acc = (guess == y_test).float().mean().item()
    print(f"{name}: test accuracy {acc:.3f}, balanced accuracy {balanced_accuracy_score(y_test, guess):.3f}")


# %% training
for epoch in range(epochs):
    net.train()
    noise = 0.15 * min(1.0, epoch / 10)  # from clean images to noisy ones
    total = 0.0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        x = x + noise * torch.randn_like(x)
        x, ya, yb, lam = mixup(x, y)
        out = net(x)
        loss = lam * criterion(out, ya) + (1 - lam) * criterion(out, yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    if epoch >= swa_start:
        swa_net.update_parameters(net)
        swa_lr.step()
    else:
        cosine.step()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: lr {optimizer.param_groups[0]['lr']:.4f}, loss with mixup {total / len(loader):.3f}")

# %% the averaged weights need batch-norm statistics of their own
update_bn(loader, swa_net, device=device)

# %%
report("last weights", net)
report("averaged weights", swa_net)

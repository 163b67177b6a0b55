# house prices style regression: entity embeddings + OneCycle, 4 folds
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.model_selection import KFold
from torch.utils.data import DataLoader, Dataset

SEED, FOLDS, EPOCHS, BS, MAX_LR = 11, 4, 10, 64, 4e-3


def fake_houses(n=3200):
    g = np.random.default_rng(SEED)
    cats = np.stack([g.integers(0, 25, n), g.integers(0, 8, n), g.integers(0, 5, n)], 1)
    nums = g.normal(size=(n, 6)).astype(np.float32)
    area = g.normal(0, 0.5, 25)[cats[:, 0]]
    style = g.normal(0, 0.3, 8)[cats[:, 1]]
    logp = 12 + area + style * (1 + 0.5 * nums[:, 0]) + 0.4 * nums[:, 1] - 0.2 * nums[:, 2] ** 2 + g.normal(0, 0.1, n)
    return cats, nums, logp.astype(np.float32)


class Houses(Dataset):
    def __init__(self, cats, nums, y):
        self.cats = torch.as_tensor(cats, dtype=torch.long)
        self.nums = torch.as_tensor(nums)
        self.y = torch.as_tensor(y)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.cats[i], self.nums[i], self.y[i]


class TabNN(nn.Module):
    def __init__(self, cards, n_num):
        super().__init__()
        dims = [min(16, (c + 1) // 2) for c in cards]
        self.embs = nn.ModuleList([nn.Embedding(c, d) for c, d in zip(cards, dims)])
        self.bn = nn.BatchNorm1d(n_num)
        self.fc1 = nn.Linear(sum(dims) + n_num, 96)
        self.fc2 = nn.Linear(96, 48)
        self.out = nn.Linear(48, 1)

    def forward(self, c, x):
        e = [emb(c[:, i]) for i, emb in enumerate(self.embs)]
        h = torch.cat(e + [self.bn(x)], dim=1)
        h = F.relu(self.fc1(h))
        h = F.relu(self.fc2(h))
        return self.out(h).squeeze(1)


def run_epoch(model, loader, optimizer=None):
    training = optimizer is not None
    model.train(training)
    outs, total = [], 0.0
    with torch.set_grad_enabled(training):
        for c, x, y in loader:
            pred = model(c, x)
            loss = F.mse_loss(pred, y)
            if training:
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
            total += loss.item() * len(y)
            outs.append(pred.detach())
    return total / len(loader.dataset), torch.cat(outs).numpy()


cats, nums, target = fake_houses()
oof = np.zeros_like(target)

for fold, (tr, va) in enumerate(KFold(FOLDS, shuffle=True, random_state=SEED).split(cats)):
    torch.manual_seed(SEED + fold)
    mu, sd = target[tr].mean(), target[tr].std()
    z = (target - mu) / sd
    trn = DataLoader(Houses(cats[tr], nums[tr], z[tr]), batch_size=BS, shuffle=True)
    val = DataLoader(Houses(cats[va], nums[va], z[va]), batch_size=256)

    model = TabNN([25, 8, 5], nums.shape[1])
    optimizer = torch.optim.AdamW(model.parameters(), lr=MAX_LR, weight_decay=1e-3)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=MAX_LR, epochs=EPOCHS, steps_per_epoch=len(trn), pct_start=0.2)

    for epoch in range(EPOCHS):
        trn_loss, _ = run_epoch(model, trn, optimizer)
        val_loss, pred = run_epoch(model, val)
        scheduler.step()
    oof[va] = pred * sd + mu
    print(f"fold {fold}: train mse {trn_loss:.4f}  valid mse {val_loss:.4f}")

print(f"CV RMSLE {math.sqrt(np.mean((oof - target) ** 2)):.4f}")

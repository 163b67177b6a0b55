"""Activity recognition from simulated wrist sensors; people in the test set were never seen in training."""
import copy
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

SEED = 17
N_PEOPLE, PER_PERSON, T = 30, 60, 100
ACTIVITIES = ["rest", "walk", "run", "cycle"]


def simulate(rng):
    X, y, person = [], [], []
    for p in range(N_PEOPLE):
        gain = rng.uniform(0.8, 1.25, size=(3, 1))       # how the person wears the device
        offset = rng.normal(0, 0.3, size=(3, 1))
        tempo = rng.uniform(0.9, 1.1)
        for _ in range(PER_PERSON):
            a = int(rng.integers(4))
            t = np.arange(T) / 50.0 * tempo
            phase = rng.uniform(0, 2 * np.pi)
            if a == 0:
                s = np.zeros((3, T))
            elif a == 1:
                s = np.stack([np.sin(2 * np.pi * 1.8 * t + phase), 0.4 * np.sin(2 * np.pi * 3.6 * t + phase), 0 * t])
            elif a == 2:
                s = 1.6 * np.stack([np.sin(2 * np.pi * 2.9 * t + phase), 0.5 * np.cos(2 * np.pi * 2.9 * t + phase), 0 * t])
            else:
                s = np.stack([0.3 * np.sin(2 * np.pi * 1.4 * t + phase), 0 * t, np.cos(2 * np.pi * 1.4 * t + phase)])
            X.append(gain * s + offset + rng.normal(0, 0.5, size=(3, T)))
            y.append(a)
            person.append(p)
    return np.asarray(X, dtype=np.float32), np.asarray(y), np.asarray(person)


class Recordings(Dataset):
    def __init__(self, X, y, mean, std, jitter=0.0):
        self.X = torch.from_numpy((X - mean) / std)
        self.y = torch.from_numpy(y).long()
        self.jitter = jitter

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        x = self.X[i]
        if self.jitter:
            x = x + self.jitter * torch.randn_like(x)
        return x, self.y[i]


def conv_net():
    block = lambda i, o: [nn.Conv1d(i, o, 7, padding=3, bias=False), nn.BatchNorm1d(o), nn.ReLU(), nn.MaxPool1d(2)]
    return nn.Sequential(*block(3, 16), *block(16, 32), *block(32, 32),
                         nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(32, len(ACTIVITIES)))


def confusion(model, loader):
    model.eval()
    m = torch.zeros(len(ACTIVITIES), len(ACTIVITIES), dtype=torch.long)
    with torch.no_grad():
        for x, y in loader:
            for t, p in zip(y, model(x).argmax(1)):
                m[t, p] += 1
    return m  # rows: true, columns: predicted


def macro_f1(m):
    tp = m.diag().float()
    return (2 * tp / (m.sum(0) + m.sum(1)).clamp(min=1)).mean().item()


def main():
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    X, y, person = simulate(rng)
    people = rng.permutation(N_PEOPLE)
    tr, va, te = (np.isin(person, g) for g in (people[:18], people[18:24], people[24:]))
    for a, b in ((tr, va), (tr, te), (va, te)):
        assert set(person[a]).isdisjoint(person[b])

    mean = X[tr].mean(axis=(0, 2), keepdims=True)[0]     # (3, 1): per channel, training people only
    std = X[tr].std(axis=(0, 2), keepdims=True)[0]
    train = DataLoader(Recordings(X[tr], y[tr], mean, std, jitter=0.05), batch_size=64, shuffle=True, drop_last=True)
    val = DataLoader(Recordings(X[va], y[va], mean, std), batch_size=256)
    test = DataLoader(Recordings(X[te], y[te], mean, std), batch_size=256)

    model = conv_net()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="max", factor=0.5, patience=2)
    criterion = nn.CrossEntropyLoss()
    best, weights = -1.0, None
    for epoch in range(15):
        model.train()
        for x, t in train:
            opt.zero_grad()
            criterion(model(x), t).backward()
            opt.step()
        f1 = macro_f1(confusion(model, val))
        plateau.step(f1)
        print(f"epoch {epoch:2d} val macro-F1 {f1:.3f} lr {opt.param_groups[0]['lr']:.1e}")
        if f1 > best:
            best, weights = f1, copy.deepcopy(model.state_dict())

    model.load_state_dict(weights)
    m = confusion(model, test)
    print("test confusion", *(f"{n:>6} {row.tolist()}" for n, row in zip(ACTIVITIES, m)), sep="\n")
    print(f"test macro-F1 {macro_f1(m):.3f}  accuracy {m.diag().sum().item() / m.sum().item():.3f}")


main()

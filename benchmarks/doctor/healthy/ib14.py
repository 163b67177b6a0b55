"""Which of two sensors saw its pulse last? Time-major stacked GRUs."""
import copy

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

T, SENSORS = 24, 2


def recordings(n, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(T)
    signal = 0.1 * rng.standard_normal((n, T, SENSORS))
    label = rng.integers(0, 2, size=n)
    for i in range(n):
        early, late = rng.uniform(2, 9), rng.uniform(13, 20)
        for sensor in range(SENSORS):
            center = late if sensor == label[i] else early
            signal[i, :, sensor] += np.exp(-0.5 * ((time - center) / 1.5) ** 2)
    return TensorDataset(torch.from_numpy(signal).float(), torch.from_numpy(label).long())


def time_major(samples):
    signals, labels = zip(*samples)
    return torch.stack(signals, dim=1), torch.stack(labels)      # (T, batch, sensors)


class StackedGRU(nn.Module):
    def __init__(self, sizes, n_classes, p=0.1):
        super().__init__()
        self.p = p
        self.layers = nn.ModuleList(nn.GRU(a, b) for a, b in zip(sizes[:-1], sizes[1:]))
        self.out = nn.Linear(sizes[-1], n_classes)

    def forward(self, x):
        for layer in self.layers:
            x, _ = layer(x)
            x = F.dropout(x, self.p, self.training)
        return F.log_softmax(self.out(x[-1]), dim=1)


def validate(model, loader):
    was_training = model.training
    model.eval()
    loss, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            log_p = model(x)
            loss += F.nll_loss(log_p, y, reduction="sum").item()
            hits += (log_p.argmax(dim=1) == y).sum().item()
            n += y.numel()
    model.train(was_training)
    return loss / n, hits / n


def main():
    torch.manual_seed(0)
    train_dl = DataLoader(recordings(1200, seed=1), batch_size=32, shuffle=True, collate_fn=time_major)
    valid_dl = DataLoader(recordings(300, seed=2), batch_size=150, collate_fn=time_major)
    test_dl = DataLoader(recordings(300, seed=3), batch_size=150, collate_fn=time_major)

    model = StackedGRU([SENSORS, 32, 32], n_classes=2)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=2)

    best_loss, best_state = float("inf"), None
    model.train()
    for epoch in range(15):
        for x, y in train_dl:
            loss = F.nll_loss(model(x), y)
            for p in model.parameters():
                p.grad = None
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        valid_loss, valid_acc = validate(model, valid_dl)
        plateau.step(valid_loss)
        print(f"{epoch:2d}  valid loss {valid_loss:.4f}  acc {valid_acc:.3f}"
              f"  lr {optimizer.param_groups[0]['lr']:.1e}")
        if valid_loss < best_loss:
            best_loss = valid_loss
            best_state = copy.deepcopy(model.state_dict())

    model.load_state_dict(best_state)
    test_loss, test_acc = validate(model, test_dl)
    print(f"test loss {test_loss:.4f}  acc {test_acc:.3f}")


if __name__ == "__main__":
    main()

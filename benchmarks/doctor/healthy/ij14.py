"""How much energy does a trip take? An LSTM over trips of different length (packed sequences)."""
import copy
import os

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

OUT = "out/ij14"
os.makedirs(OUT, exist_ok=True)
torch.manual_seed(14)


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    trips = []
    for _ in range(n):
        length = int(rng.integers(5, 21))
        speed = rng.uniform(20, 120, size=length)
        slope = rng.normal(0, 2, size=length)
        use = 0.01 * speed + 0.08 * slope + 0.3
        kwh = use.sum() + rng.normal(0, 0.2)
        trips.append((np.stack([speed, slope], axis=1).astype("float32"), np.float32(kwh)))
    return trips


class Trips(Dataset):
    """Scales with the numbers given, which come from the training trips."""

    def __init__(self, trips, stats):
        self.trips, self.stats = trips, stats

    def __len__(self):
        return len(self.trips)

    def __getitem__(self, i):
        x, y = self.trips[i]
        s = self.stats
        return torch.from_numpy((x - s["x_mean"]) / s["x_std"]), torch.tensor((y - s["y_mean"]) / s["y_std"])


def collate(rows):
    xs, ys = zip(*rows)
    lengths = torch.tensor([len(x) for x in xs])
    return pad_sequence(list(xs), batch_first=True), lengths, torch.stack(ys)


class TripModel(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.lstm = nn.LSTM(2, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)
        return self.head(h[-1]).squeeze(-1)


def rmse_kwh(model, loader, y_std):
    was_training = model.training
    model.eval()
    total, n = 0.0, 0
    with torch.no_grad():
        for x, lengths, y in loader:
            total += nn.functional.mse_loss(model(x, lengths), y, reduction="sum").item()
            n += y.numel()
    model.train(was_training)
    return (total / n) ** 0.5 * y_std


train_trips, valid_trips, test_trips = simulate(2400, 1), simulate(400, 2), simulate(400, 3)
all_x = np.concatenate([x for x, _ in train_trips])
all_y = np.array([y for _, y in train_trips], dtype="float32")
stats = {"x_mean": all_x.mean(axis=0), "x_std": all_x.std(axis=0),
         "y_mean": all_y.mean(), "y_std": all_y.std()}
y_std = float(stats["y_std"])

train_loader = DataLoader(Trips(train_trips, stats), batch_size=48, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(Trips(valid_trips, stats), batch_size=200, collate_fn=collate)
test_loader = DataLoader(Trips(test_trips, stats), batch_size=200, collate_fn=collate)

model = TripModel()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=2)

best_rmse, best_state, bad_epochs = float("inf"), None, 0
for epoch in range(25):
    model.train()
    for x, lengths, y in train_loader:
        loss = nn.functional.mse_loss(model(x, lengths), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    rmse = rmse_kwh(model, valid_loader, y_std)
    scheduler.step(rmse)
    print(f"epoch {epoch + 1:2d}: validation RMSE {rmse:.3f} kWh, lr {optimizer.param_groups[0]['lr']:.1e}")
    if rmse < best_rmse:
        best_rmse, best_state, bad_epochs = rmse, copy.deepcopy(model.state_dict()), 0
    else:
        bad_epochs += 1
        if bad_epochs >= 7:
            break

model.load_state_dict(best_state)
naive = float(np.std([y for _, y in test_trips]))
print(f"test RMSE {rmse_kwh(model, test_loader, y_std):.3f} kWh (always the mean: {naive:.3f})")
torch.save({"state": best_state, "stats": {k: torch.as_tensor(v) for k, v in stats.items()}},
           os.path.join(OUT, "trip_model.pt"))

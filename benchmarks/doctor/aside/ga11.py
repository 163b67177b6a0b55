import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

rng = np.random.default_rng(2024)


def house_table(n):
    area = rng.uniform(40, 220, n)
    rooms = np.round(area / 30 + rng.normal(0, 0.7, n)).clip(1, 9)
    age = rng.uniform(0, 80, n)
    dist = rng.exponential(6, n)
    price = 2.1 * area + 8 * rooms - 0.7 * age - 4 * dist + 60 + rng.normal(0, 12, n)
    return pd.DataFrame({"area": area, "rooms": rooms, "age": age, "dist": dist, "price": price})


class HouseDataset(Dataset):
    def __init__(self, frame, feature_cols, target_col):
        self.features = torch.from_numpy(frame[feature_cols].to_numpy(copy=True))
        self.target = torch.tensor(frame[target_col].to_numpy(), dtype=torch.float32)

    def __len__(self):
        return len(self.target)

    def __getitem__(self, idx):
        return self.features[idx], self.target[idx]


class PriceNet(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_features, 32), nn.ReLU(),
            nn.Linear(32, 32), nn.ReLU(),
            nn.Linear(32, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(1)


def main():
    torch.manual_seed(2024)
    df = house_table(1500)
    train_df, val_df = df.iloc[:1200].copy(), df.iloc[1200:].copy()

    cols = ["area", "rooms", "age", "dist"]
    mean, std = train_df[cols + ["price"]].mean(), train_df[cols + ["price"]].std()
    for frame in (train_df, val_df):
        for c in cols + ["price"]:
            frame[c] = (frame[c] - mean[c]) / std[c]

    train_dl = DataLoader(HouseDataset(train_df, cols, "price"), batch_size=64, shuffle=True)
    val_dl = DataLoader(HouseDataset(val_df, cols, "price"), batch_size=300)

    model = PriceNet(len(cols))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    mse = nn.MSELoss()

    for epoch in range(20):
        model.train()
        for x, y in train_dl:
            optimizer.zero_grad()
            loss = mse(model(x), y)
            loss.backward()
            optimizer.step()

        model.eval()
        sq = 0.0
        with torch.no_grad():
            for x, y in val_dl:
                sq += ((model(x) - y) ** 2).sum().item()
        rmse = (sq / len(val_df)) ** 0.5 * std["price"]
        print(f"epoch {epoch + 1:2d}: val RMSE {rmse:.2f} thousand")


if __name__ == "__main__":
    main()

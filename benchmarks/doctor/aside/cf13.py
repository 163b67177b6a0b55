"""Predict a patient's yearly medical charges. MLP in PyTorch, table like the well-known insurance.csv."""
import numpy as np
import pandas as pd
import torch
from torch import nn
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split

TARGET = "charges"
CATEGORICAL = ["sex", "smoker", "region"]


def insurance_table(n=1338, seed=42):
    rng = np.random.default_rng(seed)
    df = pd.DataFrame({
        "age": rng.integers(18, 65, n),
        "sex": rng.choice(["female", "male"], n),
        "bmi": np.round(rng.normal(30.6, 6.0, n), 1),
        "children": rng.poisson(1.1, n),
        "smoker": rng.choice(["no", "yes"], n, p=[0.8, 0.2]),
        "region": rng.choice(["northeast", "northwest", "southeast", "southwest"], n),
    })
    smoker = (df["smoker"] == "yes").astype(float)
    base = 2500 + 3.2 * df["age"] ** 2 + 480 * df["children"]
    extra = smoker * (11000 + 1400 * (df["bmi"] - 28).clip(lower=0))
    df[TARGET] = np.round(base + extra + rng.gamma(1.2, 2800, n), 2)
    return df


def design_matrix(df):
    numeric = df.select_dtypes(include="number")
    dummies = pd.get_dummies(df[CATEGORICAL], dtype=float)
    return pd.concat([numeric, dummies], axis=1)


class Regressor(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


def run():
    torch.manual_seed(42)
    df = insurance_table()
    X = design_matrix(df).to_numpy(np.float32)
    y = df[TARGET].to_numpy(np.float32)

    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=42)
    m, s = X_train.mean(axis=0), X_train.std(axis=0)
    ym, ys = y_train.mean(), y_train.std()
    xt = torch.from_numpy((X_train - m) / s)
    yt = torch.from_numpy((y_train - ym) / ys)
    xe = torch.from_numpy((X_test - m) / s)

    model = Regressor(xt.shape[1])
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(60):
        model.train()
        for idx in torch.randperm(len(xt)).split(32):
            opt.zero_grad()
            loss = nn.functional.mse_loss(model(xt[idx]), yt[idx])
            loss.backward()
            opt.step()
        if (epoch + 1) % 15 == 0:
            model.eval()
            with torch.no_grad():
                pred = model(xe).numpy() * ys + ym
            print(f"epoch {epoch + 1}: test R2 {r2_score(y_test, pred):.4f}  "
                  f"MAE {mean_absolute_error(y_test, pred):,.0f}")


if __name__ == "__main__":
    run()

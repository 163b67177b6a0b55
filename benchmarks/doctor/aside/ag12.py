import numpy as np
import pandas as pd
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.utils import resample
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(5)
np.random.seed(5)

X, y = make_classification(
    n_samples=4000, n_features=24, n_informative=10, n_redundant=0, n_clusters_per_class=2,
    weights=[0.92], class_sep=1.3, flip_y=0.03, random_state=5,
)
cols = [f"v{i}" for i in range(24)]
transactions = pd.DataFrame(X, columns=cols).assign(fraud=y)
january, february = transactions[:1200], transactions[1200:]
print(january.fraud.value_counts().to_dict(), february.fraud.value_counts().to_dict())


def balance(df):
    """As many frauds as normal transactions."""
    normal, fraud = df[df.fraud == 0], df[df.fraud == 1]
    more = resample(fraud, replace=True, n_samples=len(normal), random_state=5)
    return pd.concat([normal, more])


january = balance(january)
train, test = train_test_split(january, test_size=0.25, stratify=january.fraud, random_state=5)

scaler = StandardScaler().fit(train[cols])


def tensors(df):
    return (
        torch.tensor(scaler.transform(df[cols]), dtype=torch.float32),
        torch.tensor(df.fraud.values, dtype=torch.float32),
    )


net = nn.Sequential(nn.Linear(24, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
loader = DataLoader(TensorDataset(*tensors(train)), batch_size=64, shuffle=True)
loss_fn = nn.BCEWithLogitsLoss()
opt = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-4)

for epoch in range(30):
    net.train()
    total = 0.0
    for xb, yb in loader:
        opt.zero_grad()
        loss = loss_fn(net(xb).squeeze(1), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(xb)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1} loss {total / len(train):.4f}")


def report(name, df):
    net.eval()
    xs, ys = tensors(df)
    with torch.no_grad():
        pred = (torch.sigmoid(net(xs).squeeze(1)) > 0.5).numpy().astype(int)
    true = ys.numpy().astype(int)
    print(
        f"{name:10s} precision {precision_score(true, pred):.3f}"
        f" recall {recall_score(true, pred):.3f} f1 {f1_score(true, pred):.3f}"
    )


report("test", test)
report("february", february)

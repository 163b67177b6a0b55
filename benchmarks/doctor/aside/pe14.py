# Fraud-like data: few positives. Oversample the rare class, then train an MLP.
import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import classification_report, f1_score, precision_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(0)
np.random.seed(0)

# -- 1. the data
X, y = make_classification(n_samples=3000, n_features=16, n_informative=8, n_redundant=2,
                           n_clusters_per_class=3, weights=[0.93], flip_y=0.02,
                           class_sep=1.1, random_state=12)
df = pd.DataFrame(X, columns=[f"v{i}" for i in range(X.shape[1])])
df["fraud"] = y
print(df.fraud.value_counts())


def oversample(frame):
    """repeat the rare class until both classes are equally frequent"""
    rare = frame[frame.fraud == 1]
    often = frame[frame.fraud == 0]
    more = rare.sample(len(often), replace=True, random_state=0)
    return pd.concat([often, more]).sample(frac=1, random_state=0)


# -- 2. train and test
df = oversample(df)
train_df, test_df = train_test_split(df, test_size=0.25, random_state=0, stratify=df.fraud)

features = [c for c in df.columns if c != "fraud"]
scaler = StandardScaler().fit(train_df[features])


def to_tensors(frame):
    return (torch.tensor(scaler.transform(frame[features]), dtype=torch.float32),
            torch.tensor(frame.fraud.values, dtype=torch.float32))


X_train, y_train = to_tensors(train_df)
X_test, y_test = to_tensors(test_df)
print("train", tuple(X_train.shape), "test", tuple(X_test.shape))

# -- 3. the model
net = nn.Sequential(
    nn.Linear(len(features), 64), nn.ReLU(), nn.Dropout(0.2),
    nn.Linear(64, 32), nn.ReLU(),
    nn.Linear(32, 1),
)
loss_fn = nn.BCEWithLogitsLoss()
opt = torch.optim.Adam(net.parameters(), lr=2e-3, weight_decay=1e-4)

loader = torch.utils.data.DataLoader(
    torch.utils.data.TensorDataset(X_train, y_train), batch_size=64, shuffle=True)
for epoch in range(1, 31):
    net.train()
    losses = []
    for xb, yb in loader:
        loss = loss_fn(net(xb).squeeze(1), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    if epoch % 10 == 0:
        print(f"epoch {epoch}: loss {np.mean(losses):.4f}")

# -- 4. how good is it?
net.eval()
with torch.no_grad():
    pred = (torch.sigmoid(net(X_test).squeeze(1)) > 0.5).int().numpy()
gold = y_test.int().numpy()
print(classification_report(gold, pred, target_names=["ok", "fraud"], digits=3))
print(f"fraud: precision {precision_score(gold, pred):.3f} recall {recall_score(gold, pred):.3f} "
      f"F1 {f1_score(gold, pred):.3f}")

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)

# ---------------------------------------------------------------- data
X, y = load_breast_cancer(return_X_y=True)
X_train, X_valid, y_train, y_valid = train_test_split(X, y, test_size=0.3, stratify=y, random_state=1)
scaler = StandardScaler().fit(X_train)


def loader(features, target, shuffle):
    ds = TensorDataset(
        torch.tensor(scaler.transform(features), dtype=torch.float32),
        torch.tensor(target, dtype=torch.float32).reshape(-1, 1),
    )
    return DataLoader(ds, batch_size=32, shuffle=shuffle)


train_dl = loader(X_train, y_train, True)
valid_dl = loader(X_valid, y_valid, False)


# --------------------------------------------------------------- model
class Tumour(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_features, 24), nn.ReLU(), nn.Dropout(0.2))
        self.head = nn.Linear(24, 1)

    def forward(self, x):
        return self.head(self.body(x))


net = Tumour(X.shape[1])
loss_fn = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-4)


# ------------------------------------------------------------ training
def validate():
    net.eval()
    loss_sum, correct, n = 0.0, 0, 0
    with torch.no_grad():
        for xb, yb in valid_dl:
            logits = net(xb)
            loss_sum += loss_fn(logits, yb).item() * len(xb)
            pred = (logits.squeeze(1) > 0).float()
            correct += (pred == yb).sum().item()
            n += len(xb)
    return loss_sum / n, correct / n


for epoch in range(1, 21):
    net.train()
    losses = []
    for xb, yb in train_dl:
        optimizer.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    v_loss, v_acc = validate()
    print(f"{epoch:02d}  train {np.mean(losses):.4f}  valid {v_loss:.4f}  accuracy {v_acc:.3f}")

# Disease progression from the sklearn diabetes table with a small MLP
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(3)

X, y = load_diabetes(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=3)

x_scaler = StandardScaler().fit(X_train)
y_mean, y_std = y_train.mean(), y_train.std()

X_train = torch.tensor(x_scaler.transform(X_train), dtype=torch.float32)
X_test = torch.tensor(x_scaler.transform(X_test), dtype=torch.float32)
y_train = torch.tensor((y_train - y_mean) / y_std, dtype=torch.float32)

train_loader = DataLoader(TensorDataset(X_train, y_train), batch_size=32, shuffle=True)


class Net(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_features, 32),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(32, 1),
        )

    def forward(self, x):
        return self.layers(x)


model = Net(X_train.shape[1])
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3, weight_decay=1e-4)

for epoch in range(40):
    model.train()
    total = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        pred = model(xb)
        loss = criterion(pred, yb.unsqueeze(1))
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  train mse {total / len(X_train):.4f}")

model.eval()
with torch.no_grad():
    pred = model(X_test).squeeze(1).numpy() * y_std + y_mean

print("test R2 :", round(r2_score(y_test, pred), 3))
print("test MAE:", round(float(np.abs(pred - y_test).mean()), 2))
for p, t in zip(pred[:8], y_test[:8]):
    print(f"  predicted {p:6.1f}   true {t:6.1f}")

import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)

X, y = load_diabetes(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=42)

x_scaler = StandardScaler().fit(X_train)
y_scaler = StandardScaler().fit(y_train.reshape(-1, 1))


def tensors(features, target):
    f = torch.tensor(x_scaler.transform(features), dtype=torch.float32)
    t = torch.tensor(y_scaler.transform(target.reshape(-1, 1)).ravel(), dtype=torch.float32)
    return f, t


train_set = TensorDataset(*tensors(X_train, y_train))
loader = DataLoader(train_set, batch_size=32, shuffle=True)
Xt, _ = tensors(X_test, y_test)


class Regressor(nn.Module):
    def __init__(self, n_in, hidden=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, hidden), nn.ReLU(), nn.Dropout(0.1))
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.head(self.body(x))


net = Regressor(X.shape[1])
loss_fn = nn.MSELoss()
opt = torch.optim.Adam(net.parameters(), lr=2e-3, weight_decay=1e-4)

for epoch in range(40):
    net.train()
    running = 0.0
    for xb, yb in loader:
        pred = net(xb)
        loss = loss_fn(pred, yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item() * len(xb)
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  train mse (scaled) {running / len(train_set):.4f}")

net.eval()
with torch.no_grad():
    pred = y_scaler.inverse_transform(net(Xt).numpy()).ravel()
print("test MAE:", round(mean_absolute_error(y_test, pred), 2))
print("test R2 :", round(r2_score(y_test, pred), 3))

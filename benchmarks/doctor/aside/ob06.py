import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_squared_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED = 3
torch.manual_seed(SEED)
np.random.seed(SEED)

X, y = load_diabetes(return_X_y=True)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, random_state=SEED)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, random_state=SEED)

sx = StandardScaler().fit(X_train)
sy = StandardScaler().fit(y_train.reshape(-1, 1))


def tensors(a, b):
    return (
        torch.tensor(sx.transform(a), dtype=torch.float32),
        torch.tensor(sy.transform(b.reshape(-1, 1)), dtype=torch.float32),
    )


Xtr, ytr = tensors(X_train, y_train)
Xva, yva = tensors(X_val, y_val)
Xte, yte = tensors(X_test, y_test)
loader = DataLoader(TensorDataset(Xtr, ytr), batch_size=32, shuffle=True)

model = nn.Sequential(
    nn.Linear(X.shape[1], 256),
    nn.ReLU(),
    nn.Linear(256, 128),
    nn.ReLU(),
    nn.Linear(128, 1),
)
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def validate():
    model.eval()
    with torch.no_grad():
        return criterion(model(Xva), yva).item()


# early stopping: keep the weights of the best epoch
best_loss = float("inf")
best_epoch = -1
best_state = None
patience = 60

for epoch in range(300):
    model.train()
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
    val_loss = validate()
    if val_loss < best_loss:
        best_loss = val_loss
        best_epoch = epoch
        best_state = model.state_dict()
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d}  train {loss.item():.4f}  val {val_loss:.4f}")
    if epoch - best_epoch >= patience:
        print("early stopping at epoch", epoch)
        break

print(f"best epoch {best_epoch}, best val loss {best_loss:.4f}")

model.load_state_dict(best_state)
print(f"val loss of the restored model {validate():.4f}")

model.eval()
with torch.no_grad():
    pred = sy.inverse_transform(model(Xte).numpy()).ravel()
print(f"test RMSE {mean_squared_error(y_test, pred) ** 0.5:.2f}   test R2 {r2_score(y_test, pred):.3f}")

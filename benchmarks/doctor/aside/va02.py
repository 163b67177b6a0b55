import torch
from sklearn.datasets import make_friedman1
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

X, y = make_friedman1(n_samples=2000, n_features=10, noise=0.5, random_state=0)
X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.25, random_state=0)

xs = StandardScaler().fit(X_tr)
y_mean, y_std = y_tr.mean(), y_tr.std()


def tensors(X, y):
    return (
        torch.tensor(xs.transform(X), dtype=torch.float32),
        torch.tensor((y - y_mean) / y_std, dtype=torch.float32),
    )


train_loader = DataLoader(TensorDataset(*tensors(X_tr, y_tr)), batch_size=64, shuffle=True)
valid_loader = DataLoader(TensorDataset(*tensors(X_va, y_va)), batch_size=256)


class Regressor(nn.Module):
    def __init__(self, n_in, n_hidden=64):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_in, n_hidden),
            nn.ReLU(),
            nn.Linear(n_hidden, n_hidden),
            nn.ReLU(),
        )
        self.head = nn.Linear(n_hidden, 1)

    def forward(self, x):
        return self.head(self.body(x))


model = Regressor(X.shape[1])
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)


@torch.no_grad()
def validate():
    model.eval()
    truth, guess = [], []
    for xb, yb in valid_loader:
        truth.extend(yb.tolist())
        guess.extend(model(xb).flatten().tolist())
    return r2_score(truth, guess)


for epoch in range(40):
    model.train()
    running = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        pred = model(xb)
        loss = criterion(pred, yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(xb)
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  loss {running / len(train_loader.dataset):.4f}  R2 {validate():.3f}")

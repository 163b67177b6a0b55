"""Disease progression one year after baseline: an MLP on sklearn's diabetes table."""
import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset

SEED = 7
torch.manual_seed(SEED)


class TableDataset(Dataset):
    def __init__(self, features, targets):
        self.features = torch.as_tensor(features, dtype=torch.float32)
        self.targets = torch.as_tensor(targets, dtype=torch.float32)

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, idx):
        return self.features[idx], self.targets[idx]


class MLP(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_features, 32),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(32, 16),
            nn.ReLU(),
            nn.Linear(16, 1),
        )

    def forward(self, x):
        return self.net(x)


X, y = load_diabetes(return_X_y=True)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, random_state=SEED)

x_mu, x_sd = X_tr.mean(axis=0), X_tr.std(axis=0)
y_mu, y_sd = y_tr.mean(), y_tr.std()

train_ds = TableDataset((X_tr - x_mu) / x_sd, (y_tr - y_mu) / y_sd)
test_ds = TableDataset((X_te - x_mu) / x_sd, (y_te - y_mu) / y_sd)
train_dl = DataLoader(train_ds, batch_size=32, shuffle=True)
test_dl = DataLoader(test_ds, batch_size=128)

model = MLP(X.shape[1])
criterion = nn.MSELoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)

for epoch in range(80):
    model.train()
    losses = []
    for features, targets in train_dl:
        optimizer.zero_grad()
        outputs = model(features)
        loss = criterion(outputs, targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1:3d}: train mse {np.mean(losses):.4f}")

model.eval()
preds = []
with torch.no_grad():
    for features, _ in test_dl:
        preds.append(model(features).flatten())
preds = torch.cat(preds).numpy() * y_sd + y_mu

print(f"test MAE {mean_absolute_error(y_te, preds):.1f}   R2 {r2_score(y_te, preds):.3f}")
print(f"spread of the predictions: {preds.std():.2f} (targets: {y_te.std():.2f})")

# %%
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(42)

# %%
X, y = load_diabetes(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=42)
xs = StandardScaler().fit(X_train)
y_mean, y_std = y_train.mean(), y_train.std()


# %%
class DiabetesDataset(Dataset):
    def __init__(self, X, y):
        self.X = torch.tensor(xs.transform(X), dtype=torch.float32)
        self.y = torch.tensor((y - y_mean) / y_std, dtype=torch.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.X[i], self.y[i]


train_loader = DataLoader(DiabetesDataset(X_train, y_train), batch_size=32, shuffle=True)
test_data = DiabetesDataset(X_test, y_test)

# %%
model = nn.Sequential(
    nn.Linear(10, 32),
    nn.ReLU(),
    nn.Linear(32, 16),
    nn.ReLU(),
    nn.Linear(16, 1),
)
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-3)

# %%
history = []
for epoch in range(40):
    epoch_loss = 0.0
    for features, target in train_loader:
        optimizer.zero_grad()
        prediction = model(features)
        loss = criterion(prediction.squeeze(1), target)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(features)
    history.append(epoch_loss / len(X_train))
    if (epoch + 1) % 10 == 0:
        print(f"Epoch {epoch + 1}/40 - loss: {history[-1]:.4f}")

# %%
model.eval()
with torch.no_grad():
    out = model(test_data.X).numpy().ravel() * y_std + y_mean
print("first predictions", np.round(out[:8], 1))
print("first targets    ", y_test[:8])
print("R2 on test:", round(r2_score(y_test, out), 3))

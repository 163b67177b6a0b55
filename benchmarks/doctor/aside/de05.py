# %% [markdown]
# Failure of pumps from 12 sensor values. First written with NumPy only, the arrays are torch tensors now.

# %%
import numpy as np
import torch
import torch.nn as nn

np.random.seed(21)
torch.manual_seed(21)

# %% the measurements: about one label in six was typed in wrongly
n, d = 1500, 12
x = torch.randn(n, d)
w1, w2 = torch.randn(d), torch.randn(d)
score = x @ w1 + 0.5 * torch.abs(x @ w2) - 1.0
y = (score > 0).float()
wrong = torch.rand(n) < 0.17
y[wrong] = 1.0 - y[wrong]

# %% keep label and features of a row together, mix the rows, cut
table = torch.cat([x, y[:, None]], dim=1)
np.random.shuffle(table)

n_train = int(0.8 * n)
train, test = table[:n_train], table[n_train:]
x_train, y_train = train[:, :-1], train[:, -1]
x_test, y_test = test[:, :-1], test[:, -1]

mu = x_train.mean(dim=0)
sd = x_train.std(dim=0)
x_train = (x_train - mu) / sd
x_test = (x_test - mu) / sd
print("train", tuple(x_train.shape), "test", tuple(x_test.shape))

# %% model
model = nn.Sequential(
    nn.Linear(d, 128),
    nn.ReLU(),
    nn.Linear(128, 128),
    nn.ReLU(),
    nn.Linear(128, 1),
)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
loss_fn = nn.BCEWithLogitsLoss()
loader = torch.utils.data.DataLoader(
    torch.utils.data.TensorDataset(x_train, y_train), batch_size=50, shuffle=True
)


def accuracy(features, labels):
    model.eval()
    with torch.no_grad():
        p = model(features).squeeze(1)
    return ((p > 0).float() == labels).float().mean().item()


# %% training
for epoch in range(1, 31):
    model.train()
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  train {accuracy(x_train, y_train):.3f}  test {accuracy(x_test, y_test):.3f}")

# %% [markdown]
# Wine cultivar classification with a small MLP

# %%
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler
from sklearn.model_selection import train_test_split

torch.manual_seed(7)

# %%
wine = load_wine()
table = np.column_stack([wine.data, wine.target]).astype(np.float32)
train, test = train_test_split(table, test_size=0.3, random_state=7, stratify=table[:, -1])

scaler = StandardScaler()
train[:, :-1] = scaler.fit_transform(train[:, :-1])
test[:, :-1] = scaler.transform(test[:, :-1])
print(train.shape, test.shape)


# %%
class TableDataset(Dataset):
    def __init__(self, array):
        self.x = torch.from_numpy(array[:, :-1])
        self.y = torch.from_numpy(array[:, -1])

    def __getitem__(self, index):
        return self.x[index], self.y[index]

    def __len__(self):
        return self.x.shape[0]


trainloader = DataLoader(TableDataset(train), batch_size=16, shuffle=True)
testloader = DataLoader(TableDataset(test), batch_size=16)

# %%
net = nn.Sequential(
    nn.Linear(13, 32), nn.ReLU(),
    nn.Linear(32, 16), nn.ReLU(),
    nn.Linear(16, 3),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)

# %%
for epoch in range(30):
    net.train()
    total = 0
    for x, y in trainloader:
        optimizer.zero_grad()
        out = net(x)
        loss = criterion(out, y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    if epoch % 5 == 4:
        print('Epoch', epoch + 1, 'loss', round(total / len(trainloader), 4))

# %%
net.eval()
hits = 0
with torch.no_grad():
    for x, y in testloader:
        hits += (net(x).argmax(dim=1) == y).sum().item()
print('Test accuracy:', hits / len(test))

# %% imports
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.metrics import accuracy_score, confusion_matrix

torch.manual_seed(1)
np.random.seed(1)

# %% data
X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=1)
sc = StandardScaler()
X_train = torch.FloatTensor(sc.fit_transform(X_train))
X_test = torch.FloatTensor(sc.transform(X_test))
y_train = torch.FloatTensor(y_train).view(-1, 1)
y_test = torch.FloatTensor(y_test).view(-1, 1)
print(X_train.shape, y_train.shape, "positives:", y_train.mean().item())


# %% model
class BinaryClassifier(nn.Module):
    def __init__(self, n_features):
        super(BinaryClassifier, self).__init__()
        self.layer_1 = nn.Linear(n_features, 64)
        self.layer_2 = nn.Linear(64, 32)
        self.layer_out = nn.Linear(32, 1)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(p=0.1)
        self.act = nn.Sigmoid()

    def forward(self, x):
        x = self.relu(self.layer_1(x))
        x = self.relu(self.layer_2(x))
        x = self.dropout(x)
        return self.act(self.layer_out(x))


model = BinaryClassifier(X_train.shape[1])
criterion = nn.BCELoss()
optimizer = optim.Adam(model.parameters(), lr=0.001)

# %% training
EPOCHS = 30
BATCH = 32
for e in range(1, EPOCHS + 1):
    model.train()
    perm = torch.randperm(len(X_train))
    epoch_loss, epoch_acc, n = 0, 0, 0
    for i in range(0, len(perm), BATCH):
        idx = perm[i:i + BATCH]
        xb, yb = X_train[idx], y_train[idx]
        optimizer.zero_grad()
        y_pred = model(xb)
        loss = criterion(y_pred, yb)
        acc = (torch.round(y_pred) == yb).float().mean()
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()
        epoch_acc += acc.item()
        n += 1
    if e % 5 == 0 or e == 1:
        print(f"Epoch {e:03}: | Loss: {epoch_loss / n:.5f} | Acc: {100 * epoch_acc / n:.3f}")

# %% test
model.eval()
with torch.no_grad():
    pred = torch.round(model(X_test))
print("test accuracy", accuracy_score(y_test.numpy(), pred.numpy()))
print(confusion_matrix(y_test.numpy(), pred.numpy()))

# handwritten digits, plain MLP, pytorch
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset
from sklearn import datasets
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

torch.manual_seed(123)

digits = datasets.load_digits()
X = torch.tensor(digits.data / 16.0, dtype=torch.float32)
y = torch.tensor(digits.target, dtype=torch.int64)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=123, stratify=y)
train_dl = DataLoader(TensorDataset(X_train, y_train), batch_size=64, shuffle=True)


class MLP(nn.Module):
    def __init__(self):
        super(MLP, self).__init__()
        self.hidden1 = nn.Linear(64, 128)
        self.hidden2 = nn.Linear(128, 64)
        self.output = nn.Linear(64, 10)
        self.relu = nn.ReLU()

    def forward(self, x):
        x = self.relu(self.hidden1(x))
        x = self.relu(self.hidden2(x))
        x = self.output(x)
        return x


model = MLP()
loss_function = nn.CrossEntropyLoss()
optimizer = optim.SGD(model.parameters(), lr=0.1)

for epoch in range(25):
    model.train()
    epoch_loss = 0
    for xb, yb in train_dl:
        optimizer.zero_grad()
        pred = model(xb)
        loss = loss_function(pred, yb)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()
    if (epoch + 1) % 5 == 0:
        print("epoch:", epoch + 1, "loss:", epoch_loss / len(train_dl))

model.eval()
with torch.no_grad():
    y_pred = model(X_test).argmax(dim=1)
print(classification_report(y_test, y_pred, zero_division=0))

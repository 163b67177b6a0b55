import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(1)

digits = load_digits()
X = digits.data.astype("float32") / 16.0
y = digits.target
X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.25, random_state=1, stratify=y)
X_train, X_val = torch.from_numpy(X_train), torch.from_numpy(X_val)
y_train, y_val = torch.from_numpy(y_train), torch.from_numpy(y_val)


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(64, 128)
        self.fc2 = nn.Linear(128, 64)
        self.fc3 = nn.Linear(64, 10)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        x = self.fc3(x)
        return F.softmax(x, dim=1)


net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
batch_size = 32

for epoch in range(15):
    net.train()
    perm = torch.randperm(len(X_train))
    running_loss, n_batches = 0.0, 0
    for i in range(0, len(X_train), batch_size):
        idx = perm[i:i + batch_size]
        optimizer.zero_grad()
        outputs = net(X_train[idx])
        loss = criterion(outputs, y_train[idx])
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
        n_batches += 1

    net.eval()
    with torch.no_grad():
        val_out = net(X_val)
        val_loss = criterion(val_out, y_val).item()
        acc = (val_out.argmax(1) == y_val).float().mean().item()
    print("[%2d] train loss %.4f  val loss %.4f  val acc %.3f" % (epoch + 1, running_loss / n_batches, val_loss, acc))

# my first neural network: recognise handwritten digits
import copy
import os

import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

# 1. get the data
digits = load_digits()
x = digits.data / 16.0  # pixels are 0..16
y = digits.target

# 2. split it: 60% train, 20% validation, 20% test
x_train, x_rest, y_train, y_rest = train_test_split(x, y, test_size=0.4, random_state=0, stratify=y)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, random_state=0, stratify=y_rest)


def to_tensors(a, b):
    return torch.tensor(a, dtype=torch.float32), torch.tensor(b, dtype=torch.long)


x_train, y_train = to_tensors(x_train, y_train)
x_val, y_val = to_tensors(x_val, y_val)
x_test, y_test = to_tensors(x_test, y_test)

train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=32, shuffle=True)

# 3. the network. No softmax at the end because CrossEntropyLoss does it
model = nn.Sequential(
    nn.Linear(64, 64),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(64, 32),
    nn.ReLU(),
    nn.Linear(32, 10),
)
loss_function = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)

# 4. train, remember the best epoch
best_val_loss = float("inf")
best_weights = None
best_epoch = 0
waited = 0

for epoch in range(1, 101):
    model.train()
    total = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        out = model(xb)
        loss = loss_function(out, yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    train_loss = total / len(x_train)

    model.eval()
    with torch.no_grad():
        out = model(x_val)
        val_loss = loss_function(out, y_val).item()
        val_acc = (out.argmax(dim=1) == y_val).float().mean().item()

    if epoch % 5 == 0:
        print("epoch", epoch, "train loss", round(train_loss, 4), "val loss", round(val_loss, 4), "val acc", round(val_acc, 4))

    if val_loss < best_val_loss:
        best_val_loss = val_loss
        best_weights = copy.deepcopy(model.state_dict())  # deepcopy! otherwise it changes with the model
        best_epoch = epoch
        waited = 0
    else:
        waited += 1
        if waited == 10:
            print("no better for 10 epochs, I stop")
            break

# 5. test with the best weights, only once
model.load_state_dict(best_weights)
model.eval()
with torch.no_grad():
    guess = model(x_test).argmax(dim=1)
test_acc = (guess == y_test).float().mean().item()
print("best epoch was", best_epoch)
print("test accuracy:", round(test_acc, 4), "(guessing would be about 0.1)")

# which digits are hard?
for digit in range(10):
    mask = y_test == digit
    print("digit", digit, ":", int((guess[mask] == digit).sum()), "of", int(mask.sum()), "right")

os.makedirs("out/qb02", exist_ok=True)
torch.save(model.state_dict(), "out/qb02/digits.pt")

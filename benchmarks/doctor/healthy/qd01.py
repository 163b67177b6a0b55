# My first digit classifier :-)
# 8x8 digits from sklearn, a small MLP in PyTorch.
import os
import copy

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(1)
np.random.seed(1)
torch.set_num_threads(2)

X, y = load_digits(return_X_y=True)
print("all the data:", X.shape, y.shape)

# 60 % train, 20 % validation, 20 % test
X_train, X_rest, y_train, y_rest = train_test_split(
    X, y, test_size=0.4, random_state=1, stratify=y
)
X_val, X_test, y_val, y_test = train_test_split(
    X_rest, y_rest, test_size=0.5, random_state=1, stratify=y_rest
)

# pixels go from 0 to 16
X_train = torch.tensor(X_train / 16.0, dtype=torch.float32)
X_val = torch.tensor(X_val / 16.0, dtype=torch.float32)
X_test = torch.tensor(X_test / 16.0, dtype=torch.float32)
y_train = torch.tensor(y_train, dtype=torch.long)
y_val = torch.tensor(y_val, dtype=torch.long)
y_test = torch.tensor(y_test, dtype=torch.long)

model = nn.Sequential(
    nn.Linear(64, 64),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(64, 10),  # no softmax here, CrossEntropyLoss does that
)
loss_function = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.002)

batch_size = 32
best_val_accuracy = 0.0
best_weights = copy.deepcopy(model.state_dict())

for epoch in range(25):
    model.train()
    order = torch.randperm(len(X_train))
    sum_of_losses = 0.0
    for start in range(0, len(X_train), batch_size):
        rows = order[start:start + batch_size]
        optimizer.zero_grad()
        output = model(X_train[rows])
        loss = loss_function(output, y_train[rows])
        loss.backward()
        optimizer.step()
        # the loss is a mean, so multiply it by the rows in this batch
        sum_of_losses += loss.item() * len(rows)

    model.eval()
    with torch.no_grad():
        val_accuracy = (model(X_val).argmax(1) == y_val).float().mean().item()
    print("epoch", epoch, "train loss", round(sum_of_losses / len(X_train), 4),
          "val accuracy", round(val_accuracy, 4))
    if val_accuracy > best_val_accuracy:
        best_val_accuracy = val_accuracy
        best_weights = copy.deepcopy(model.state_dict())

model.load_state_dict(best_weights)
model.eval()
with torch.no_grad():
    test_accuracy = (model(X_test).argmax(1) == y_test).float().mean().item()
most_common = torch.bincount(y_train).argmax()
print("test accuracy:", round(test_accuracy, 4))
print("always saying", most_common.item(), "would give:",
      round((y_test == most_common).float().mean().item(), 4))

os.makedirs("out/qd01", exist_ok=True)
torch.save(model.state_dict(), "out/qd01/digits.pt")

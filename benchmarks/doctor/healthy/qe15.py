# My first neural net that I check with cross-validation :-)
# Question: can you tell from the chemistry which of three growers made a wine?
# There are only 178 wines, so I don't want to waste any on one small test set:
# 5 folds, every wine is in the test part exactly once.

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

wine = load_wine()
X = wine.data
y = wine.target
print("wines:", X.shape, "per grower:", np.bincount(y))

# I decided on these numbers before the first run and did not tune them.
hidden = 16
learning_rate = 0.01
epochs = 40
batch_size = 16

all_predictions = np.full(len(y), -1)
majority_predictions = np.full(len(y), -1)
fold_scores = []

folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=123)

for fold, (train_idx, test_idx) in enumerate(folds.split(X, y), start=1):
    torch.manual_seed(fold)

    # a new scaler in every fold, it only sees the training wines
    scaler = StandardScaler()
    X_train = torch.tensor(scaler.fit_transform(X[train_idx]), dtype=torch.float32)
    X_test = torch.tensor(scaler.transform(X[test_idx]), dtype=torch.float32)
    y_train = torch.tensor(y[train_idx], dtype=torch.long)
    y_test = torch.tensor(y[test_idx], dtype=torch.long)

    # a new model and a new optimizer in every fold too!
    model = nn.Sequential(
        nn.Linear(13, hidden),
        nn.Tanh(),
        nn.Linear(hidden, 3),  # no softmax here, CrossEntropyLoss does that
    )
    loss_function = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate, weight_decay=1e-4)

    for epoch in range(epochs):
        model.train()
        order = torch.randperm(len(X_train))
        epoch_loss = 0.0
        for start in range(0, len(X_train), batch_size):
            batch = order[start:start + batch_size]
            optimizer.zero_grad()
            output = model(X_train[batch])
            loss = loss_function(output, y_train[batch])
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item() * len(batch)
        epoch_loss /= len(X_train)

    model.eval()
    with torch.no_grad():
        prediction = model(X_test).argmax(dim=1)
        test_loss = loss_function(model(X_test), y_test).item()

    accuracy = (prediction == y_test).float().mean().item()
    fold_scores.append(accuracy)
    all_predictions[test_idx] = prediction.numpy()
    majority_predictions[test_idx] = np.bincount(y[train_idx]).argmax()
    print(f"fold {fold}: last train loss {epoch_loss:.4f}, test loss {test_loss:.4f}, accuracy {accuracy:.3f}")

# every wine got exactly one answer from a model that had not seen it
assert (all_predictions >= 0).all()

print()
print(f"mean of the folds : {np.mean(fold_scores):.3f} +- {np.std(fold_scores, ddof=1):.3f}")
print(f"all wines together: {np.mean(all_predictions == y):.3f}")
print(f"biggest grower    : {np.mean(majority_predictions == y):.3f}")

print("rows: true grower, columns: predicted")
table = np.zeros((3, 3), dtype=int)
for truth, guess in zip(y, all_predictions):
    table[truth, guess] += 1
print(table)

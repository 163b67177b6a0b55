# My first cross validation with pytorch (wine data, 3 kinds of wine)
import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

torch.set_num_threads(2)

X, y = load_wine(return_X_y=True)
print("shape of X:", X.shape, "classes:", np.unique(y))

epochs = 60          # fixed before I looked at any result
learning_rate = 0.01
batch_size = 16

folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=1)
accuracies = []
baselines = []

for fold, (train_index, test_index) in enumerate(folds.split(X, y)):
    # the scaler only gets to see the training part of this fold
    scaler = StandardScaler()
    x_train = torch.tensor(scaler.fit_transform(X[train_index]), dtype=torch.float32)
    x_test = torch.tensor(scaler.transform(X[test_index]), dtype=torch.float32)
    y_train = torch.tensor(y[train_index], dtype=torch.long)
    y_test = torch.tensor(y[test_index], dtype=torch.long)

    # a new model and a new optimizer for each fold!
    torch.manual_seed(100 + fold)
    model = torch.nn.Sequential(
        torch.nn.Linear(13, 16),
        torch.nn.ReLU(),
        torch.nn.Linear(16, 3),   # no softmax, CrossEntropyLoss does it
    )
    loss_function = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=learning_rate, momentum=0.9, weight_decay=0.001)

    for epoch in range(epochs):
        model.train()
        order = torch.randperm(len(x_train))
        total_loss = 0.0
        for start in range(0, len(x_train), batch_size):
            batch = order[start:start + batch_size]
            optimizer.zero_grad()
            loss = loss_function(model(x_train[batch]), y_train[batch])
            loss.backward()
            optimizer.step()
            total_loss += loss.item() * len(batch)
        if (epoch + 1) % 20 == 0:
            print(f"fold {fold} epoch {epoch + 1} train loss {total_loss / len(x_train):.4f}")

    # only now the test part of this fold, once
    model.eval()
    with torch.no_grad():
        predictions = model(x_test).argmax(dim=1)
    accuracy = (predictions == y_test).float().mean().item()
    accuracies.append(accuracy)
    most_common = torch.bincount(y_train).argmax()
    baselines.append((y_test == most_common).float().mean().item())
    print(f"fold {fold}: accuracy {accuracy:.4f}")

print(f"accuracy over 5 folds: {np.mean(accuracies):.4f} +- {np.std(accuracies, ddof=1):.4f}")
print(f"always the most common class: {np.mean(baselines):.4f}")

import torch
from torch import nn, optim
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(42)

data = load_breast_cancer()
X_train, X_test, y_train, y_test = train_test_split(
    data.data, data.target, test_size=0.2, random_state=42, stratify=data.target
)
scaler = StandardScaler().fit(X_train)
X_train = torch.tensor(scaler.transform(X_train), dtype=torch.float32)
X_test = torch.tensor(scaler.transform(X_test), dtype=torch.float32)
y_train = torch.tensor(y_train, dtype=torch.float32).unsqueeze(1)
y_test = torch.tensor(y_test, dtype=torch.float32).unsqueeze(1)

model = nn.Sequential(
    nn.Linear(30, 32),
    nn.ReLU(),
    nn.Linear(32, 16),
    nn.ReLU(),
    nn.Linear(16, 1),
)
loss_fn = nn.BCEWithLogitsLoss()
opt = optim.SGD(model.parameters(), lr=0.1)

epochs = 40
bs = 32
for epoch in range(epochs):
    model.train()
    order = torch.randperm(X_train.size(0))
    epoch_loss = 0.0
    for start in range(0, X_train.size(0), bs):
        batch = order[start:start + bs]
        pred = model(X_train[batch])
        loss = loss_fn(pred, y_train[batch])
        opt.zero_grad()
        loss.backward()
        opt.step()
        epoch_loss += loss.item() * len(batch)

    if epoch % 4 == 0 or epoch == epochs - 1:
        model.eval()
        with torch.no_grad():
            logits = model(X_test)
            test_loss = loss_fn(logits, y_test).item()
            test_acc = ((logits > 0).float() == y_test).float().mean().item()
        print(f"epoch {epoch:3d} | train loss {epoch_loss / len(X_train):10.4f} | "
              f"test loss {test_loss:10.4f} | test acc {test_acc:.3f}")

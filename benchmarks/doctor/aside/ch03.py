import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

X, y = make_classification(
    n_samples=900, n_features=40, n_informative=6, n_redundant=4,
    flip_y=0.15, class_sep=0.9, random_state=4,
)
X_train, X_rest, y_train, y_rest = train_test_split(
    X, y, train_size=300, stratify=y, random_state=4)
X_val, X_test, y_val, y_test = train_test_split(
    X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=4)

scaler = StandardScaler().fit(X_train)


def to_tensors(a, b):
    return (torch.tensor(scaler.transform(a), dtype=torch.float32),
            torch.tensor(b, dtype=torch.long))


train = TensorDataset(*to_tensors(X_train, y_train))
xv, yv = to_tensors(X_val, y_val)
xt, yt = to_tensors(X_test, y_test)
loader = DataLoader(train, batch_size=32, shuffle=True)

model = nn.Sequential(
    nn.Linear(40, 256), nn.ReLU(),
    nn.Linear(256, 128), nn.ReLU(),
    nn.Linear(128, 2),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def score(x, t):
    model.eval()
    with torch.no_grad():
        logits = model(x)
        return criterion(logits, t).item(), (logits.argmax(1) == t).float().mean().item()


best_loss = float("inf")
best_epoch, best_weights = None, None

for epoch in range(1, 81):
    model.train()
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()

    val_loss, val_acc = score(xv, yv)
    if val_loss < best_loss:
        best_loss, best_epoch = val_loss, epoch
        best_weights = model.state_dict()
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")

# back to the epoch with the lowest validation loss
model.load_state_dict(best_weights)
test_loss, test_acc = score(xt, yt)
print(f"best epoch {best_epoch} (val loss {best_loss:.4f})")
print(f"test loss {test_loss:.4f}  test acc {test_acc:.3f}")

# pick the best epoch on the validation rows, report on the test rows
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(123)

X, y = make_classification(
    n_samples=600, n_features=40, n_informative=6, n_redundant=0, n_classes=3,
    n_clusters_per_class=2, flip_y=0.15, class_sep=0.9, random_state=123,
)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, train_size=200, stratify=y, random_state=0)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, train_size=150, stratify=y_rest, random_state=0)

mu, sigma = X_train.mean(0), X_train.std(0)


def to_loader(features, labels, shuffle=False):
    features = torch.tensor((features - mu) / sigma, dtype=torch.float32)
    return DataLoader(TensorDataset(features, torch.tensor(labels, dtype=torch.long)),
                      batch_size=25, shuffle=shuffle)


train_loader = to_loader(X_train, y_train, shuffle=True)
val_loader = to_loader(X_val, y_val)
test_loader = to_loader(X_test, y_test)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(40, 128), nn.ReLU(),
            nn.Linear(128, 128), nn.ReLU(),
            nn.Linear(128, 3),
        )

    def forward(self, x):
        return self.layers(x)


def evaluate(net, loader, criterion):
    net.eval()
    loss_sum, correct, n = 0.0, 0, 0
    with torch.no_grad():
        for xb, yb in loader:
            out = net(xb)
            loss_sum += criterion(out, yb).item() * len(yb)
            correct += (out.argmax(1) == yb).sum().item()
            n += len(yb)
    return loss_sum / n, correct / n


net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)

best_loss, best_epoch, best_weights = float("inf"), -1, None
for epoch in range(100):
    net.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()

    val_loss, val_acc = evaluate(net, val_loader, criterion)
    if val_loss < best_loss:
        best_loss, best_epoch = val_loss, epoch
        best_weights = net.state_dict()
    if epoch % 20 == 0:
        print(f"epoch {epoch:3d}  val loss {val_loss:.3f}  val acc {val_acc:.3f}")

print(f"best epoch {best_epoch}, val loss {best_loss:.3f}")
net.load_state_dict(best_weights)
print("val  (loss, acc) with the best weights: %.3f %.3f" % evaluate(net, val_loader, criterion))
print("test (loss, acc) with the best weights: %.3f %.3f" % evaluate(net, test_loader, criterion))

import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(4)


def get_data():
    X, y = make_classification(n_samples=900, n_features=30, n_informative=10, n_classes=3, n_clusters_per_class=1,
                               class_sep=1.5, flip_y=0.1, random_state=4)
    X = torch.tensor(X, dtype=torch.float32)
    y = torch.tensor(y)
    X = (X - X[:400].mean(0)) / X[:400].std(0)
    train = TensorDataset(X[:400], y[:400])
    val = TensorDataset(X[400:650], y[400:650])
    test = TensorDataset(X[650:], y[650:])
    return train, val, test


class Net(nn.Module):
    def __init__(self, d_in, d_hidden, n_out):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(d_in, d_hidden), nn.ReLU(),
            nn.Linear(d_hidden, d_hidden), nn.ReLU(),
            nn.Linear(d_hidden, n_out),
        )

    def forward(self, x):
        return self.layers(x)


def evaluate(model, loader, loss_fn):
    model.eval()
    loss, correct, n = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_fn(out, y).item() * len(y)
            correct += (out.argmax(1) == y).sum().item()
            n += len(y)
    return loss / n, correct / n


def main():
    train, val, test = get_data()
    train_loader = DataLoader(train, batch_size=32, shuffle=True)
    val_loader = DataLoader(val, batch_size=128)
    test_loader = DataLoader(test, batch_size=128)

    model = Net(30, 256, 3)
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    best_loss = float("inf")
    best_epoch = 0
    best_weights = None
    for epoch in range(1, 61):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss_fn(model(x), y).backward()
            optimizer.step()
        val_loss, val_acc = evaluate(model, val_loader, loss_fn)
        if val_loss < best_loss:
            best_loss, best_epoch = val_loss, epoch
            best_weights = {k: v.clone() for k, v in model.state_dict().items()}
        if epoch <= 10 or epoch % 10 == 0:
            print(f"epoch {epoch:2d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")

    print(f"best epoch {best_epoch} with val loss {best_loss:.4f}")
    model.load_state_dict(best_weights)
    print("restored: val loss %.4f  val acc %.3f" % evaluate(model, val_loader, loss_fn))
    print("restored: test loss %.4f  test acc %.3f" % evaluate(model, test_loader, loss_fn))


if __name__ == "__main__":
    main()

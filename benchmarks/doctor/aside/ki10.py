"""Small noisy table, big net: stop at the epoch with the lowest validation loss and test that one."""
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn


class Net(nn.Module):
    def __init__(self, n_in, n_out, width=256):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, n_out),
        )

    def forward(self, x):
        return self.layers(x)


def load_parts(seed=0):
    X, y = make_classification(n_samples=2600, n_features=20, n_informative=6, n_redundant=2,
                               flip_y=0.2, random_state=seed)
    X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=2000, stratify=y, random_state=seed)
    X_train, X_val, y_train, y_val = train_test_split(X_dev, y_dev, test_size=0.5, stratify=y_dev, random_state=seed)
    sc = StandardScaler().fit(X_train)

    def pair(a, b):
        return torch.tensor(sc.transform(a), dtype=torch.float32), torch.tensor(b, dtype=torch.long)

    return pair(X_train, y_train), pair(X_val, y_val), pair(X_test, y_test)


@torch.no_grad()
def score(net, data):
    net.eval()
    x, y = data
    out = net(x)
    return F.cross_entropy(out, y).item(), (out.argmax(1) == y).float().mean().item()


def fit(net, train, val, epochs=150, batch_size=32, lr=1e-3):
    opt = torch.optim.Adam(net.parameters(), lr=lr)
    x, y = train
    best_loss, best_epoch, best_state = float("inf"), -1, None
    for epoch in range(epochs):
        net.train()
        for idx in torch.randperm(len(x)).split(batch_size):
            opt.zero_grad()
            loss = F.cross_entropy(net(x[idx]), y[idx])
            loss.backward()
            opt.step()
        val_loss, val_acc = score(net, val)
        if val_loss < best_loss:
            best_loss, best_epoch = val_loss, epoch
            best_state = net.state_dict()
        if epoch % 10 == 0:
            print(f"{epoch:4d}  last batch {loss.item():.3f}  val {val_loss:.3f}  acc {val_acc:.3f}")
    net.load_state_dict(best_state)
    print(f"best epoch {best_epoch}, val loss {best_loss:.3f}")
    return net


def main():
    torch.manual_seed(0)
    train, val, test = load_parts()
    net = fit(Net(train[0].shape[1], 2), train, val)
    print("validation (loss, acc):", np.round(score(net, val), 3))
    print("test       (loss, acc):", np.round(score(net, test), 3))


if __name__ == "__main__":
    main()

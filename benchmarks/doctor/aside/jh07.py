import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset


class EarlyStopping:
    """Keep the weights of the best epoch, stop when nothing gets better."""

    def __init__(self, patience=25):
        self.patience = patience
        self.best_loss = float("inf")
        self.best_epoch = -1
        self.best_state = None
        self.waited = 0

    def step(self, epoch, loss, model):
        if loss < self.best_loss:
            self.best_loss = loss
            self.best_epoch = epoch
            self.best_state = model.state_dict()
            self.waited = 0
        else:
            self.waited += 1
        return self.waited >= self.patience


class MLP(nn.Module):
    def __init__(self, d_in, d_out, width=128):
        super().__init__()
        self.l1 = nn.Linear(d_in, width)
        self.l2 = nn.Linear(width, width)
        self.out = nn.Linear(width, d_out)

    def forward(self, x):
        x = F.relu(self.l1(x))
        x = F.relu(self.l2(x))
        return self.out(x)


def get_loaders():
    X, y = make_classification(n_samples=1600, n_features=30, n_informative=8, n_classes=3,
                               n_clusters_per_class=2, flip_y=0.15, random_state=0)
    X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, train_size=500, stratify=y, random_state=0)
    X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0)
    sc = StandardScaler().fit(X_tr)

    def dl(X, y, shuffle=False):
        ds = TensorDataset(torch.from_numpy(sc.transform(X).astype(np.float32)), torch.from_numpy(y).long())
        return DataLoader(ds, batch_size=32, shuffle=shuffle)

    return dl(X_tr, y_tr, True), dl(X_va, y_va), dl(X_te, y_te)


@torch.no_grad()
def score(model, loader):
    model.eval()
    loss = right = n = 0
    for x, y in loader:
        logits = model(x)
        loss += F.cross_entropy(logits, y, reduction="sum").item()
        right += (logits.argmax(-1) == y).sum().item()
        n += len(y)
    return loss / n, right / n


def main():
    torch.manual_seed(0)
    train_dl, val_dl, test_dl = get_loaders()
    model = MLP(30, 3)
    opt = torch.optim.AdamW(model.parameters(), lr=2e-3)
    stopper = EarlyStopping()

    for epoch in range(200):
        model.train()
        for x, y in train_dl:
            opt.zero_grad()
            F.cross_entropy(model(x), y).backward()
            opt.step()
        val_loss, val_acc = score(model, val_dl)
        if epoch % 5 == 0:
            print(f"{epoch:3d}  val loss {val_loss:.4f}  acc {val_acc:.3f}")
        if stopper.step(epoch, val_loss, model):
            print("stopped at", epoch)
            break

    model.load_state_dict(stopper.best_state)
    print(f"best epoch {stopper.best_epoch}, its val loss {stopper.best_loss:.4f}")
    print("restored model, val : loss %.4f acc %.3f" % score(model, val_dl))
    print("restored model, test: loss %.4f acc %.3f" % score(model, test_dl))


if __name__ == "__main__":
    main()

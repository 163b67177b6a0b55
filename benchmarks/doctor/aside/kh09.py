"""Noisy tabular data: keep the epoch that was best on the validation rows, then test once."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


class Net(nn.Module):
    def __init__(self, d_in, width=256):
        super().__init__()
        self.fc1 = nn.Linear(d_in, width)
        self.fc2 = nn.Linear(width, width)
        self.out = nn.Linear(width, 2)

    def forward(self, x):
        return self.out(F.relu(self.fc2(F.relu(self.fc1(x)))))


class Keeper:
    """Remembers the best epoch."""

    def __init__(self):
        self.loss = float("inf")
        self.epoch = -1
        self.weights = None

    def offer(self, loss, epoch, model):
        if loss < self.loss:
            self.loss = loss
            self.epoch = epoch
            self.weights = model.state_dict()

    def restore(self, model):
        model.load_state_dict(self.weights)


def get_data(seed=0):
    X, y = make_classification(
        n_samples=1200, n_features=40, n_informative=8, n_redundant=4, flip_y=0.2, random_state=seed
    )
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.3, random_state=seed, stratify=y)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.3, random_state=seed, stratify=y_tr)
    scaler = StandardScaler().fit(X_tr)

    def t(a, b):
        return torch.tensor(scaler.transform(a), dtype=torch.float32), torch.tensor(b)

    return t(X_tr, y_tr), t(X_va, y_va), t(X_te, y_te)


@torch.no_grad()
def score(model, X, y):
    model.eval()
    logits = model(X)
    return F.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(0)
    (X_tr, y_tr), (X_va, y_va), (X_te, y_te) = get_data()
    model = Net(X_tr.shape[1])
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    keeper = Keeper()

    for epoch in range(80):
        model.train()
        for idx in torch.randperm(len(X_tr)).split(32):
            opt.zero_grad()
            F.cross_entropy(model(X_tr[idx]), y_tr[idx]).backward()
            opt.step()
        val_loss, val_acc = score(model, X_va, y_va)
        keeper.offer(val_loss, epoch, model)
        if epoch % 10 == 0:
            print(f"epoch {epoch:2d}  val loss {val_loss:.3f}  val acc {val_acc:.3f}")

    keeper.restore(model)
    print(f"best epoch {keeper.epoch} with val loss {keeper.loss:.3f}")
    print("after restoring, val  loss/acc: %.3f / %.3f" % score(model, X_va, y_va))
    print("after restoring, test loss/acc: %.3f / %.3f" % score(model, X_te, y_te))


if __name__ == "__main__":
    main()

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


class TabularNet(nn.Module):
    def __init__(self, n_in, n_out, hidden=(256, 128), p=0.4):
        super().__init__()
        blocks = []
        for width in hidden:
            blocks += [nn.Linear(n_in, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(p)]
            n_in = width
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(n_in, n_out)

    def forward(self, x):
        return self.head(self.blocks(x))


class Fitter:
    def __init__(self, model, lr=1e-3, weight_decay=1e-4):
        self.model = model
        self.loss_fn = nn.CrossEntropyLoss()
        self.optimizer = optim.AdamW(model.parameters(), lr=lr, weight_decay=weight_decay)
        self.history = []

    def fit(self, train_loader, val_loader, epochs):
        self.model.train()
        for epoch in range(epochs):
            losses = []
            for xb, yb in train_loader:
                self.optimizer.zero_grad()
                loss = self.loss_fn(self.model(xb), yb)
                loss.backward()
                self.optimizer.step()
                losses.append(loss.item())
            val_loss, val_acc = self.validate(val_loader)
            self.history.append((float(np.mean(losses)), val_loss, val_acc))
            print("epoch {:2d}: train loss {:.3f}  val loss {:.3f}  val acc {:.3f}".format(
                epoch + 1, *self.history[-1]))
        return self.history

    @torch.inference_mode()
    def validate(self, loader):
        self.model.eval()
        loss, correct, n = 0.0, 0, 0
        for xb, yb in loader:
            out = self.model(xb)
            loss += self.loss_fn(out, yb).item() * len(yb)
            correct += (out.argmax(dim=1) == yb).sum().item()
            n += len(yb)
        return loss / n, correct / n


def loaders(seed=0):
    X, y = make_classification(n_samples=1800, n_features=40, n_informative=8, n_redundant=4,
                               n_classes=3, n_clusters_per_class=2, flip_y=0.15,
                               random_state=seed)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.33, stratify=y, random_state=seed)
    mu, sd = X_tr.mean(0), X_tr.std(0)
    sets = []
    for X_, y_ in ((X_tr, y_tr), (X_va, y_va)):
        sets.append(TensorDataset(torch.from_numpy((X_ - mu) / sd).float(),
                                  torch.from_numpy(y_).long()))
    return (DataLoader(sets[0], batch_size=64, shuffle=True, drop_last=True),
            DataLoader(sets[1], batch_size=256))


torch.manual_seed(0)
train_loader, val_loader = loaders()
fitter = Fitter(TabularNet(40, 3))
history = fitter.fit(train_loader, val_loader, epochs=25)
print("lowest validation loss was in epoch", int(np.argmin([h[1] for h in history])) + 1)

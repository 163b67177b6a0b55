"""Few-shot digits: 200 training images, keep the epoch that is best on validation."""
from dataclasses import dataclass

import torch
from torch import nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


@dataclass
class Config:
    n_train: int = 200
    hidden: int = 256
    lr: float = 3e-3
    batch_size: int = 20
    max_epochs: int = 80
    patience: int = 15
    seed: int = 23


class EarlyStopper:
    def __init__(self, patience):
        self.patience = patience
        self.best_loss = float("inf")
        self.best_epoch = -1
        self.best_state = None
        self.bad = 0

    def update(self, loss, epoch, model):
        """True when it is time to stop."""
        if loss < self.best_loss:
            self.best_loss = loss
            self.best_epoch = epoch
            self.best_state = model.state_dict()
            self.bad = 0
        else:
            self.bad += 1
        return self.bad >= self.patience

    def restore(self, model):
        model.load_state_dict(self.best_state)


def data(cfg):
    X, y = load_digits(return_X_y=True)
    X_train, X_rest, y_train, y_rest = train_test_split(
        X, y, train_size=cfg.n_train, stratify=y, random_state=cfg.seed)
    X_val, X_test, y_val, y_test = train_test_split(
        X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=cfg.seed)
    t = lambda a: torch.tensor(a / 16.0, dtype=torch.float32)
    return ((t(X_train), torch.tensor(y_train)),
            (t(X_val), torch.tensor(y_val)),
            (t(X_test), torch.tensor(y_test)))


@torch.no_grad()
def score(model, X, y, loss_fn):
    model.eval()
    logits = model(X)
    return loss_fn(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    (Xt, yt), (Xv, yv), (Xs, ys) = data(cfg)
    model = nn.Sequential(
        nn.Linear(64, cfg.hidden), nn.ReLU(),
        nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU(),
        nn.Linear(cfg.hidden, 10))
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    stopper = EarlyStopper(cfg.patience)

    for epoch in range(cfg.max_epochs):
        model.train()
        for idx in torch.randperm(len(Xt)).split(cfg.batch_size):
            optimizer.zero_grad()
            loss_fn(model(Xt[idx]), yt[idx]).backward()
            optimizer.step()
        val_loss, val_acc = score(model, Xv, yv, loss_fn)
        print(f"epoch {epoch:2d}  val loss {val_loss:.4f}  acc {val_acc:.4f}")
        if stopper.update(val_loss, epoch, model):
            print("stopped early")
            break

    stopper.restore(model)
    val_loss, val_acc = score(model, Xv, yv, loss_fn)
    print(f"best epoch {stopper.best_epoch}: val loss was {stopper.best_loss:.4f}, now {val_loss:.4f}")
    test_loss, test_acc = score(model, Xs, ys, loss_fn)
    print(f"test: loss {test_loss:.4f}, accuracy {test_acc:.4f}")


if __name__ == "__main__":
    main()

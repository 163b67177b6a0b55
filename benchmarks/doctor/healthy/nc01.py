"""Small conv net on the 8x8 digits: one-cycle schedule, best checkpoint kept in memory."""
import copy
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.metrics import confusion_matrix, f1_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

SEED, EPOCHS, BS = 13, 15, 64


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def get_splits():
    d = load_digits()
    x = d.images.astype("float32")[:, None]          # (N, 1, 8, 8)
    y = d.target.astype("int64")
    x_rest, x_te, y_rest, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=SEED)
    x_tr, x_va, y_tr, y_va = train_test_split(x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED)
    mu, sd = x_tr.mean(), x_tr.std()                 # statistics of the training images only
    pack = lambda a, b: TensorDataset(torch.from_numpy((a - mu) / sd), torch.from_numpy(b))
    return pack(x_tr, y_tr), pack(x_va, y_va), pack(x_te, y_te)


class Block(nn.Sequential):
    def __init__(self, cin, cout):
        super().__init__(
            nn.Conv2d(cin, cout, 3, padding=1, bias=False),   # the batch norm brings its own bias
            nn.BatchNorm2d(cout),
            nn.ReLU(inplace=True),
        )


def build():
    return nn.Sequential(
        Block(1, 24), Block(24, 24), nn.MaxPool2d(2),
        Block(24, 48), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
        nn.Dropout(0.3), nn.Linear(48 * 4, 10),
    )


@torch.inference_mode()
def predict(model, loader):
    model.eval()
    logits, gold = [], []
    for xb, yb in loader:
        logits.append(model(xb))
        gold.append(yb)
    return torch.cat(logits), torch.cat(gold)


def main():
    seed_everything(SEED)
    torch.set_num_threads(2)
    train, val, test = get_splits()
    train_dl = DataLoader(train, batch_size=BS, shuffle=True, drop_last=True)
    val_dl, test_dl = DataLoader(val, batch_size=256), DataLoader(test, batch_size=256)

    net = build()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=5e-3, epochs=EPOCHS, steps_per_epoch=len(train_dl))

    best_loss, best_state, best_epoch = float("inf"), None, -1
    for epoch in range(EPOCHS):
        net.train()
        running, seen = 0.0, 0
        for xb, yb in train_dl:
            loss = F.cross_entropy(net(xb), yb, label_smoothing=0.05)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            sched.step()
            running += loss.item() * len(yb)
            seen += len(yb)
        logits, gold = predict(net, val_dl)
        vloss = F.cross_entropy(logits, gold).item()
        vacc = (logits.argmax(1) == gold).float().mean().item()
        print(f"{epoch:2d}  train {running / seen:.4f}  val {vloss:.4f}  acc {vacc:.4f}")
        if vloss < best_loss:
            best_loss, best_epoch = vloss, epoch
            best_state = copy.deepcopy(net.state_dict())

    net.load_state_dict(best_state)
    logits, gold = predict(net, test_dl)
    pred = logits.argmax(1)
    print("kept epoch", best_epoch)
    print("test accuracy", (pred == gold).float().mean().item())
    print("test macro F1", f1_score(gold.numpy(), pred.numpy(), average="macro"))
    print(confusion_matrix(gold.numpy(), pred.numpy()))


if __name__ == "__main__":
    main()

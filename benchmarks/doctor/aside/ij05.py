"""Who cancels the contract? A table with one rare class, trained with Accelerate."""
import os

import numpy as np
import torch
import torch.nn as nn
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED = 21
EPOCHS = 30
BATCH = 64


def load_table():
    X, y = make_classification(
        n_samples=2000, n_features=24, n_informative=6, n_redundant=4,
        weights=[0.9, 0.1], flip_y=0.12, class_sep=0.6, random_state=SEED,
    )
    return X.astype("float32"), y.astype("int64")


def balance(X, y):
    """Repeat rows of the rare class until both classes have the same size."""
    rng = np.random.default_rng(SEED)
    rare = np.flatnonzero(y == 1)
    common = np.flatnonzero(y == 0)
    extra = rng.choice(rare, size=len(common) - len(rare), replace=True)
    index = np.concatenate([common, rare, extra])
    rng.shuffle(index)
    return X[index], y[index]


def build_loaders():
    X, y = load_table()
    print("rows:", len(y), " rare:", int(y.sum()))
    X, y = balance(X, y)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.2, stratify=y, random_state=SEED)
    scaler = StandardScaler().fit(X_tr)
    X_tr = torch.from_numpy(scaler.transform(X_tr).astype("float32"))
    X_va = torch.from_numpy(scaler.transform(X_va).astype("float32"))
    train = TensorDataset(X_tr, torch.from_numpy(y_tr))
    valid = TensorDataset(X_va, torch.from_numpy(y_va))
    return DataLoader(train, batch_size=BATCH, shuffle=True), DataLoader(valid, batch_size=256)


def main():
    set_seed(SEED)
    os.makedirs("out/ij05", exist_ok=True)
    accelerator = Accelerator(cpu=True)
    train_loader, valid_loader = build_loaders()

    model = nn.Sequential(
        nn.Linear(24, 128), nn.ReLU(), nn.Dropout(0.1),
        nn.Linear(128, 128), nn.ReLU(), nn.Dropout(0.1),
        nn.Linear(128, 2),
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    model, optimizer, train_loader, valid_loader = accelerator.prepare(
        model, optimizer, train_loader, valid_loader)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(EPOCHS):
        model.train()
        for xb, yb in train_loader:
            loss = loss_fn(model(xb), yb)
            optimizer.zero_grad()
            accelerator.backward(loss)
            optimizer.step()

        model.eval()
        preds, golds = [], []
        for xb, yb in valid_loader:
            with torch.no_grad():
                pred = model(xb).argmax(dim=-1)
            pred, yb = accelerator.gather_for_metrics((pred, yb))
            preds.append(pred.cpu().numpy())
            golds.append(yb.cpu().numpy())
        preds, golds = np.concatenate(preds), np.concatenate(golds)
        if (epoch + 1) % 5 == 0:
            accelerator.print(
                f"epoch {epoch + 1}: f1 {f1_score(golds, preds):.3f} "
                f"balanced accuracy {balanced_accuracy_score(golds, preds):.3f}")

    accelerator.wait_for_everyone()
    accelerator.save(accelerator.unwrap_model(model).state_dict(), "out/ij05/model.pt")


if __name__ == "__main__":
    main()

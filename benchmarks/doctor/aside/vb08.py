"""Digits with Accelerate; small batches are accumulated to an effective batch of 64."""
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

config = {
    "lr": 0.05,
    "momentum": 0.9,
    "micro_batch": 8,
    "accumulation": 8,
    "epochs": 15,
    "seed": 21,
}


def get_dataloaders(cfg):
    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype("float32")
    # 1408 rows for training: a whole number of effective batches
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, train_size=1408, random_state=cfg["seed"], stratify=y)
    train = TensorDataset(torch.from_numpy(X_tr), torch.from_numpy(y_tr))
    valid = TensorDataset(torch.from_numpy(X_va), torch.from_numpy(y_va))
    return (
        DataLoader(train, batch_size=cfg["micro_batch"], shuffle=True),
        DataLoader(valid, batch_size=128),
    )


def build_model():
    return nn.Sequential(
        nn.Linear(64, 128),
        nn.ReLU(),
        nn.Dropout(0.1),
        nn.Linear(128, 64),
        nn.ReLU(),
        nn.Linear(64, 10),
    )


def training_function(cfg):
    accelerator = Accelerator(cpu=True)
    set_seed(cfg["seed"])

    train_loader, valid_loader = get_dataloaders(cfg)
    model = build_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=cfg["lr"], momentum=cfg["momentum"])
    criterion = nn.CrossEntropyLoss()

    model, optimizer, train_loader, valid_loader = accelerator.prepare(
        model, optimizer, train_loader, valid_loader
    )

    for epoch in range(cfg["epochs"]):
        model.train()
        epoch_loss = 0.0
        for step, (inputs, targets) in enumerate(train_loader, start=1):
            optimizer.zero_grad()
            loss = criterion(model(inputs), targets)
            epoch_loss += loss.item()
            accelerator.backward(loss / cfg["accumulation"])
            if step % cfg["accumulation"] == 0:
                optimizer.step()

        model.eval()
        correct = total = 0
        for inputs, targets in valid_loader:
            with torch.no_grad():
                preds = model(inputs).argmax(dim=-1)
            preds, targets = accelerator.gather_for_metrics((preds, targets))
            correct += (preds == targets).sum().item()
            total += targets.numel()
        accelerator.print(
            f"epoch {epoch + 1}: loss {epoch_loss / len(train_loader):.4f}, "
            f"validation accuracy {correct / total:.4f}"
        )


if __name__ == "__main__":
    training_function(config)

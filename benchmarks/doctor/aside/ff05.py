import os

import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# memory is tight on the target machine: 8 rows at a time, 16 batches make one update
MICRO_BATCH = 8
ACCUM = 16
EPOCHS = 6
LR = 0.2


def prepare_data(seed=3):
    digits = load_digits()
    order = np.random.default_rng(seed).permutation(len(digits.target))
    cut = int(0.8 * len(order))
    train_idx, val_idx = order[:cut], order[cut:]
    scaler = StandardScaler().fit(digits.data[train_idx])

    def to_ds(idx):
        x = torch.tensor(scaler.transform(digits.data[idx]), dtype=torch.float32)
        return TensorDataset(x, torch.tensor(digits.target[idx], dtype=torch.long))

    return to_ds(train_idx), to_ds(val_idx)


class Classifier(nn.Module):
    def __init__(self, hidden=96):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.out = nn.Linear(hidden, 10)

    def forward(self, x):
        return self.out(self.body(x))


def main():
    set_seed(3)
    torch.set_num_threads(2)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUM)

    train_ds, val_ds = prepare_data()
    train_loader = DataLoader(train_ds, batch_size=MICRO_BATCH, shuffle=True)
    val_loader = DataLoader(val_ds, batch_size=120)

    net = Classifier()
    sgd = torch.optim.SGD(net.parameters(), lr=LR)
    net, sgd, train_loader, val_loader = accelerator.prepare(net, sgd, train_loader, val_loader)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(1, EPOCHS + 1):
        net.train()
        loss_sum = 0.0
        for x, y in train_loader:
            with accelerator.accumulate(net):
                loss = criterion(net(x), y)
                loss_sum += loss.item() * len(y)
                loss = loss / ACCUM
                accelerator.backward(loss)
                sgd.step()
                sgd.zero_grad()

        net.eval()
        correct = count = 0
        with torch.no_grad():
            for x, y in val_loader:
                guess, truth = accelerator.gather_for_metrics((net(x).argmax(1), y))
                correct += int((guess == truth).sum())
                count += len(truth)
        accelerator.print(
            f"epoch {epoch}  train loss {loss_sum / len(train_ds):.3f}  val accuracy {correct / count:.3f}"
        )

    os.makedirs("out/ff05", exist_ok=True)
    torch.save(accelerator.unwrap_model(net).state_dict(), "out/ff05/net.pt")


if __name__ == "__main__":
    main()

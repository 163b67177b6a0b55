"""Wine quality of three growers: train, keep the best network on disk, load it again, report on the test rows."""
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from torch import nn, optim

OUT = "out/de09"
BEST = os.path.join(OUT, "best_model.pth")


class WineNet(nn.Module):
    def __init__(self, n_inputs=13, n_hidden=24, n_outputs=3):
        super().__init__()
        self.fc1 = nn.Linear(n_inputs, n_hidden)
        self.drop = nn.Dropout(0.2)
        self.fc2 = nn.Linear(n_hidden, n_outputs)

    def forward(self, x):
        return self.fc2(self.drop(F.relu(self.fc1(x))))


def prepare():
    x, y = load_wine(return_X_y=True)
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=4)
    x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=4)
    mean, std = x_train.mean(0), x_train.std(0)

    def tensors(a, b):
        return torch.tensor((a - mean) / std, dtype=torch.float32), torch.tensor(b, dtype=torch.long)

    return tensors(x_train, y_train), tensors(x_val, y_val), tensors(x_test, y_test)


def run_epoch(model, optimizer, x, y, batch_size=16):
    model.train()
    order = torch.randperm(len(x))
    for idx in order.split(batch_size):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x[idx]), y[idx])
        loss.backward()
        optimizer.step()


def measure(model, x, y):
    model.eval()
    with torch.no_grad():
        out = model(x)
    return F.cross_entropy(out, y).item(), (out.argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(4)
    os.makedirs(OUT, exist_ok=True)
    train, val, test = prepare()
    model = WineNet()
    optimizer = optim.Adam(model.parameters(), lr=5e-3)

    best = float("inf")
    for epoch in range(25):
        run_epoch(model, optimizer, *train)
        val_loss, val_acc = measure(model, *val)
        if val_loss < best:
            best = val_loss
            torch.save(model, BEST)
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: val loss {val_loss:.4f}, val acc {val_acc:.4f}")

    model = torch.load(BEST, map_location="cpu")
    test_loss, test_acc = measure(model, *test)
    print(f"best val loss {best:.4f}; test loss {test_loss:.4f}, test acc {test_acc:.4f}")


if __name__ == "__main__":
    main()

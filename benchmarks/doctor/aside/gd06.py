"""Transfer: learn digits 0-4, then reuse the features for digits 5-9 with few labelled images."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class DigitNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(32 * 4 * 4, 64), nn.ReLU(),
        )
        self.head = nn.Linear(64, classes)

    def forward(self, x):
        return self.head(self.body(x))


def digits(low, high, train_size):
    images, target = load_digits(return_X_y=True)
    pick = (target >= low) & (target <= high)
    x = (images[pick] / 16.0).astype("float32").reshape(-1, 1, 8, 8)
    y = target[pick].astype("int64") - low
    parts = train_test_split(x, y, train_size=train_size, stratify=y, random_state=21)
    return [torch.from_numpy(p) for p in parts]


def run(net, optimizer, x, y, x_val, y_val, epochs, name):
    for epoch in range(1, epochs + 1):
        net.train()
        order = torch.randperm(len(x))
        total = 0.0
        for idx in order.split(25):
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x[idx]), y[idx])
            loss.backward()
            optimizer.step()
            total += loss.item() * len(idx)
        if epoch % 5 == 0:
            print(f"[{name}] epoch {epoch:2d} loss {total / len(x):.4f} val acc {accuracy(net, x_val, y_val):.3f}")


@torch.no_grad()
def accuracy(net, x, y):
    net.eval()
    return (net(x).argmax(dim=1) == y).float().mean().item()


def main():
    torch.manual_seed(21)

    # stage 1: everything is trained
    x_a, x_a_val, y_a, y_a_val = digits(0, 4, train_size=0.8)
    net = DigitNet(classes=5)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    run(net, optimizer, x_a, y_a, x_a_val, y_a_val, epochs=15, name="0-4")

    # stage 2: the body stays as it is, only a fresh head is trained
    x_b, x_b_val, y_b, y_b_val = digits(5, 9, train_size=150)
    for p in net.body.parameters():
        p.requires_grad = False
    optimizer = torch.optim.Adam(net.head.parameters(), lr=5e-3)
    net.head = nn.Linear(64, 5)
    run(net, optimizer, x_b, y_b, x_b_val, y_b_val, epochs=30, name="5-9")

    print("digits 5-9, few labels:", round(accuracy(net, x_b_val, y_b_val), 3))


if __name__ == "__main__":
    main()

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

BATCH = 64
EPOCHS = 15
LR = 1e-3


class DigitNet(nn.Module):
    def __init__(self, n_in=64, n_hidden=96, n_out=10):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_in, n_hidden),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(n_hidden, n_hidden),
            nn.ReLU(),
        )
        self.head = nn.Linear(n_hidden, n_out)

    def forward(self, x):
        return self.head(self.body(x))


class Standardize:
    """zero mean, unit variance for each pixel, learned on the training rows"""

    def fit(self, x):
        self.mean = x.mean(dim=0)
        self.std = x.std(dim=0)
        return self

    def __call__(self, x):
        return (x - self.mean) / self.std


def make_loaders():
    images, labels = load_digits(return_X_y=True)
    x = torch.tensor(images, dtype=torch.float32)
    y = torch.tensor(labels, dtype=torch.long)
    idx_train, idx_val = train_test_split(
        range(len(y)), test_size=0.25, random_state=0, stratify=labels
    )
    norm = Standardize().fit(x[idx_train])
    train = TensorDataset(norm(x[idx_train]), y[idx_train])
    val = TensorDataset(norm(x[idx_val]), y[idx_val])
    return DataLoader(train, batch_size=BATCH, shuffle=True), DataLoader(val, batch_size=256)


@torch.no_grad()
def validate(net, loader, criterion):
    net.eval()
    loss, hits, n = 0.0, 0, 0
    for x, y in loader:
        out = net(x)
        loss += criterion(out, y).item() * len(y)
        hits += (out.argmax(dim=1) == y).sum().item()
        n += len(y)
    return loss / n, hits / n


def main():
    torch.manual_seed(0)
    train_loader, val_loader = make_loaders()
    net = DigitNet()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(net.parameters(), lr=LR, weight_decay=1e-4)

    for epoch in range(1, EPOCHS + 1):
        net.train()
        running, n = 0.0, 0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(net(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            running += loss.item() * len(y)
            n += len(y)
        val_loss, val_acc = validate(net, val_loader, criterion)
        print(f"epoch {epoch:2d}  train {running / n:.4f}  val {val_loss:.4f}  acc {val_acc:.3f}")


if __name__ == "__main__":
    main()

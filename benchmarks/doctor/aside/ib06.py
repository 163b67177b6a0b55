"""Learn features on the digits 0-4, then move to 5-9 with a frozen body."""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def digits_subset(low, high, seed=0):
    images, labels = load_digits(return_X_y=True)
    keep = (labels >= low) & (labels <= high)
    x = torch.tensor(images[keep] / 16.0, dtype=torch.float32).view(-1, 1, 8, 8)
    y = torch.tensor(labels[keep] - low, dtype=torch.long)
    tr, te = train_test_split(list(range(len(y))), test_size=0.3, random_state=seed,
                              stratify=labels[keep])
    return (
        DataLoader(TensorDataset(x[tr], y[tr]), batch_size=32, shuffle=True),
        DataLoader(TensorDataset(x[te], y[te]), batch_size=128),
    )


class DigitNet(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.classifier = nn.Linear(32 * 2 * 2, n_classes)

    def forward(self, x):
        return self.classifier(self.body(x))


def fit(model, optimizer, loader, epochs, tag):
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(1, epochs + 1):
        model.train()
        total, n = 0.0, 0
        for x, y in loader:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(y)
            n += len(y)
        print(f"[{tag}] epoch {epoch:2d} loss {total / n:.4f}")


@torch.no_grad()
def score(model, loader):
    model.eval()
    pairs = [(model(x).argmax(1) == y) for x, y in loader]
    return torch.cat(pairs).float().mean().item()


torch.manual_seed(0)

# --- stage 1: source task -------------------------------------------------
source_train, source_test = digits_subset(0, 4)
model = DigitNet(n_classes=5)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
fit(model, optimizer, source_train, epochs=10, tag="0-4")
print("digits 0-4, test accuracy:", round(score(model, source_test), 3))

# --- stage 2: target task, only the classifier is trained ------------------
target_train, target_test = digits_subset(5, 9)
for p in model.body.parameters():
    p.requires_grad = False
model.classifier = nn.Linear(model.classifier.in_features, 5)

fit(model, optimizer, target_train, epochs=15, tag="5-9")
print("digits 5-9, test accuracy:", round(score(model, target_test), 3))

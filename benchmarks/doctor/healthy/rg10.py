import numpy as np
import torch
from torch import nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 123
np.random.seed(SEED)
torch.manual_seed(SEED)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
            nn.AdaptiveAvgPool2d(1),
        )
        self.classifier = nn.Linear(64, 10)

    def forward(self, x):
        return self.classifier(self.features(x).flatten(1))


def mixup(x, y, alpha=0.2):
    lam = float(np.random.beta(alpha, alpha))
    perm = torch.randperm(x.size(0))
    return lam * x + (1 - lam) * x[perm], y, y[perm], lam


digits = load_digits()
images = (digits.images / 16.0).astype("float32")[:, None]
tr, te = train_test_split(np.arange(len(images)), test_size=0.3, stratify=digits.target, random_state=SEED)
mu, sd = images[tr].mean(), images[tr].std()
images = (images - mu) / sd
x_train, y_train = torch.from_numpy(images[tr]), torch.from_numpy(digits.target[tr]).long()
x_test, y_test = torch.from_numpy(images[te]), torch.from_numpy(digits.target[te]).long()

net = Net()
criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True, weight_decay=5e-4)
epochs, batch_size = 15, 64
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)

for epoch in range(epochs):
    net.train()
    order = torch.randperm(len(x_train))
    running, n = 0.0, 0
    for start in range(0, len(order), batch_size):
        idx = order[start:start + batch_size]
        xb, ya, yb, lam = mixup(x_train[idx], y_train[idx])
        out = net(xb)
        loss = lam * criterion(out, ya) + (1 - lam) * criterion(out, yb)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(idx)
        n += len(idx)
    lr = optimizer.param_groups[0]["lr"]
    scheduler.step()
    net.eval()
    with torch.inference_mode():
        out = net(x_test)
        test_loss = nn.functional.cross_entropy(out, y_test).item()
        acc = (out.argmax(1) == y_test).float().mean().item()
    print(f"epoch {epoch:2d}  lr {lr:.4f}  mixed loss {running / n:.4f}  test loss {test_loss:.4f}  test acc {acc:.4f}")

import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim import SGD
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset

config = dict(
    seed=1,
    epochs=24,
    batch_size=32,
    lr=0.05,
    momentum=0.9,
    lr_step=8,        # three phases
    lr_gamma=0.3,
)

torch.manual_seed(config["seed"])

# ------------------------------------------------------------------ data
images, labels = load_digits(return_X_y=True)
tr_x, te_x, tr_y, te_y = train_test_split(
    images, labels, test_size=0.25, stratify=labels, random_state=config["seed"]
)


def dataset(x, y):
    x = torch.tensor(x, dtype=torch.float32).view(-1, 1, 8, 8) / 16 - 0.3
    return TensorDataset(x, torch.tensor(y))


train_dl = DataLoader(dataset(tr_x, tr_y), batch_size=config["batch_size"], shuffle=True)
test_dl = DataLoader(dataset(te_x, te_y), batch_size=256, shuffle=False)

# ------------------------------------------------------------------ model
model = nn.Sequential(
    nn.Conv2d(1, 16, kernel_size=3, padding=1),
    nn.ReLU(),
    nn.Conv2d(16, 32, kernel_size=3, padding=1),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Flatten(),
    nn.Linear(32 * 4 * 4, 64),
    nn.ReLU(),
    nn.Linear(64, 10),
)
criterion = nn.CrossEntropyLoss()
optimizer = SGD(model.parameters(), lr=config["lr"], momentum=config["momentum"])
scheduler = StepLR(optimizer, step_size=config["lr_step"], gamma=config["lr_gamma"])


# ------------------------------------------------------------------ loop
def train_one_epoch():
    model.train()
    total_loss = 0.0
    for x, y in train_dl:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        total_loss += loss.item() * y.size(0)
    return total_loss / len(train_dl.dataset)


@torch.no_grad()
def test():
    model.eval()
    correct = 0
    for x, y in test_dl:
        correct += (model(x).argmax(1) == y).sum().item()
    return correct / len(test_dl.dataset)


for epoch in range(config["epochs"]):
    train_loss = train_one_epoch()
    if (epoch + 1) % 4 == 0:
        print(f"epoch {epoch + 1:>2}/{config['epochs']}  train loss {train_loss:.4f}")

print(f"accuracy on the test images: {test():.4f}")

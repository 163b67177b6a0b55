# Digits with a small conv net; the exponential moving average of the weights is what we keep.
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Subset, TensorDataset

OUT = Path("out/ik04")
OUT.mkdir(parents=True, exist_ok=True)
torch.manual_seed(7)

raw = load_digits()
images = torch.tensor(raw.images, dtype=torch.float32).unsqueeze(1) / 16
labels = torch.tensor(raw.target, dtype=torch.long)
data = TensorDataset(images, labels)

order = torch.randperm(len(data), generator=torch.Generator().manual_seed(7)).tolist()
train_set, val_set, test_set = Subset(data, order[:1200]), Subset(data, order[1200:1500]), Subset(data, order[1500:])
train_loader = DataLoader(train_set, batch_size=50, shuffle=True)
val_loader = DataLoader(val_set, batch_size=300)
test_loader = DataLoader(test_set, batch_size=300)

net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
    nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 16, 10),
)
# use_buffers: the running means and variances of the batch norms are averaged too
ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.98), use_buffers=True)

optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)
criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
epochs = 12


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    right = total = 0
    for xb, yb in loader:
        right += (model(xb).argmax(dim=1) == yb).sum().item()
        total += yb.numel()
    return right / total


best = 0.0
for epoch in range(1, epochs + 1):
    net.train()
    running = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()
        ema.update_parameters(net)
        running += loss.item()
    plain, averaged = accuracy(net, val_loader), accuracy(ema, val_loader)
    print(f"epoch {epoch:2d}  loss {running / len(train_loader):.3f}  val plain {plain:.4f}  val ema {averaged:.4f}")
    if averaged > best:
        best = averaged
        torch.save(ema.module.state_dict(), OUT / "ema.pt")

net.load_state_dict(torch.load(OUT / "ema.pt", weights_only=True))
print(f"kept average: val {accuracy(net, val_loader):.4f}  test {accuracy(net, test_loader):.4f}")

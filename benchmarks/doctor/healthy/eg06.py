# Stochastic weight averaging on augmented digits
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, Dataset

out_dir = Path("out/eg06")
out_dir.mkdir(parents=True, exist_ok=True)
torch.manual_seed(42)


def random_shift(img, most=1):
    dy, dx = torch.randint(-most, most + 1, (2,)).tolist()
    padded = nn.functional.pad(img, (most, most, most, most))
    return padded[:, most + dy : most + dy + 8, most + dx : most + dx + 8]


class Digits(Dataset):
    def __init__(self, images, labels, augment):
        self.images = torch.tensor(images / 16.0, dtype=torch.float32).unsqueeze(1)
        self.labels = torch.tensor(labels, dtype=torch.long)
        self.augment = augment

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        img = self.images[i]
        if self.augment:
            img = random_shift(img)
            img = (img + 0.05 * torch.randn_like(img)).clamp(0, 1)
        return img, self.labels[i]


d = load_digits()
xi, xv, yi, yv = train_test_split(d.images, d.target, test_size=0.25, stratify=d.target, random_state=0)
train_loader = DataLoader(Digits(xi, yi, augment=True), batch_size=64, shuffle=True)
valid_loader = DataLoader(Digits(xv, yv, augment=False), batch_size=256)

model = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.AdaptiveAvgPool2d(2),
    nn.Flatten(), nn.Linear(128, 10),
)
swa_model = AveragedModel(model)

EPOCHS, SWA_START = 16, 10
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)
cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=SWA_START, eta_min=0.01)
swa_sched = SWALR(optimizer, swa_lr=0.02, anneal_epochs=2)
loss_fn = nn.CrossEntropyLoss()


@torch.no_grad()
def evaluate(net):
    net.eval()
    right = sum((net(x).argmax(1) == y).sum().item() for x, y in valid_loader)
    return right / len(valid_loader.dataset)


for epoch in range(EPOCHS):
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad(set_to_none=True)
        loss_fn(model(x), y).backward()
        optimizer.step()
    if epoch >= SWA_START:
        swa_model.update_parameters(model)
        swa_sched.step()
    else:
        cosine.step()
    print(f"epoch {epoch + 1:2d} acc {evaluate(model):.4f}")

update_bn(train_loader, swa_model)
print(f"averaged weights: {evaluate(swa_model):.4f}")
torch.save(swa_model.module.state_dict(), out_dir / "swa.pt")

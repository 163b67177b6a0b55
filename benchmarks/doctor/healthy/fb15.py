"""CNN for the 8x8 digits: shifts as augmentation, warm-up + cosine, averaged weights."""
import math
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Dataset

OUT = Path("out/fb15")
EPOCHS, BATCH, LR, WARMUP = 30, 64, 3e-3, 40


class Digits(Dataset):
    def __init__(self, images, labels, augment=False):
        self.images = torch.tensor(images, dtype=torch.float32).unsqueeze(1) / 16.0
        self.labels = torch.tensor(labels, dtype=torch.long)
        self.augment = augment

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        image = self.images[i]
        if self.augment:
            dy, dx = torch.randint(0, 3, (2,)).tolist()
            image = nn.functional.pad(image, (1, 1, 1, 1))[:, dy:dy + 8, dx:dx + 8]
        return image, self.labels[i]


def make_model():
    def block(c_in, c_out):
        return nn.Sequential(nn.Conv2d(c_in, c_out, 3, padding=1, bias=False),
                             nn.GroupNorm(4, c_out), nn.SiLU())
    return nn.Sequential(block(1, 16), block(16, 32), nn.MaxPool2d(2), block(32, 32),
                         nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 16, 10),
                         nn.LogSoftmax(dim=1))


def param_groups(model, weight_decay):
    decay = [p for p in model.parameters() if p.ndim > 1]
    rest = [p for p in model.parameters() if p.ndim <= 1]
    return [{"params": decay, "weight_decay": weight_decay}, {"params": rest, "weight_decay": 0.0}]


@torch.no_grad()
def score(model, loader):
    model.eval()
    right = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    return right / len(loader.dataset)


def main():
    torch.manual_seed(31)
    raw = load_digits()
    x_dev, x_test, y_dev, y_test = train_test_split(
        raw.images, raw.target, test_size=300, stratify=raw.target, random_state=31)
    x_train, x_val, y_train, y_val = train_test_split(
        x_dev, y_dev, test_size=300, stratify=y_dev, random_state=31)
    train = DataLoader(Digits(x_train, y_train, augment=True), batch_size=BATCH, shuffle=True, drop_last=True)
    val = DataLoader(Digits(x_val, y_val), batch_size=150)
    test = DataLoader(Digits(x_test, y_test), batch_size=150)

    model = make_model()
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    opt = torch.optim.AdamW(param_groups(model, weight_decay=0.02), lr=LR)
    total = EPOCHS * len(train)

    def factor(step):
        if step < WARMUP:
            return (step + 1) / WARMUP
        return 0.5 * (1 + math.cos(math.pi * (step - WARMUP) / (total - WARMUP)))

    sched = torch.optim.lr_scheduler.LambdaLR(opt, factor)
    nll = nn.NLLLoss()

    for epoch in range(1, EPOCHS + 1):
        model.train()
        running = 0.0
        for x, y in train:
            opt.zero_grad()
            loss = nll(model(x), y)
            loss.backward()
            opt.step()
            sched.step()
            ema.update_parameters(model)
            running += loss.item()
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}: loss {running / len(train):.4f}  "
                  f"val {score(model, val):.3f}  val (averaged) {score(ema, val):.3f}")

    OUT.mkdir(parents=True, exist_ok=True)
    torch.save(ema.module.state_dict(), OUT / "weights.pt")
    final = make_model()
    final.load_state_dict(torch.load(OUT / "weights.pt", map_location="cpu", weights_only=True))
    print(f"test accuracy of the averaged weights: {score(final, test):.3f}")


if __name__ == "__main__":
    main()

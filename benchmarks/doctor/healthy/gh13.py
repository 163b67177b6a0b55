"""Stochastic weight averaging on small images, with the batch-norm statistics made anew for the averaged net."""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS, SWA_FROM = 30, 20


def shift_batch(x):
    """Random shift by at most one pixel, padding with zeros (background is zero)."""
    x = nn.functional.pad(x, (1, 1, 1, 1))
    dx, dy = torch.randint(0, 3, (2,)).tolist()
    return x[..., dy:dy + 8, dx:dx + 8]


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


def net():
    return nn.Sequential(block(1, 24), block(24, 24), nn.MaxPool2d(2), block(24, 48), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(48, 10))


def accuracy(model, loader):
    model.eval()
    with torch.no_grad():
        pairs = [(model(x).argmax(1), y) for x, y in loader]
    return (torch.cat([a for a, _ in pairs]) == torch.cat([b for _, b in pairs])).float().mean().item()


def main():
    torch.manual_seed(4)
    x, y = load_digits(return_X_y=True)
    x = torch.tensor(x, dtype=torch.float32).reshape(-1, 1, 8, 8) / 16
    y = torch.tensor(y)
    a, c = train_test_split(range(len(y)), test_size=0.3, stratify=y.numpy(), random_state=4)
    b, c = train_test_split(c, test_size=0.5, stratify=y[c].numpy(), random_state=4)
    loaders = {k: DataLoader(TensorDataset(x[i], y[i]), 64, shuffle=k == "train", drop_last=k == "train")
               for k, i in (("train", a), ("valid", b), ("test", c))}

    model = net()
    swa = AveragedModel(model)
    opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=5e-4)
    before = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=SWA_FROM, eta_min=0.02)
    after = SWALR(opt, swa_lr=0.02, anneal_epochs=2, anneal_strategy="linear")

    for epoch in range(EPOCHS):
        model.train()
        for bx, by in loaders["train"]:
            opt.zero_grad()
            loss = nn.functional.cross_entropy(model(shift_batch(bx)), by)
            loss.backward()
            opt.step()
        if epoch >= SWA_FROM:
            swa.update_parameters(model)
            after.step()
        else:
            before.step()
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1} loss {loss.item():.3f} lr {opt.param_groups[0]['lr']:.3f} validation {accuracy(model, loaders['valid']):.3f}")

    update_bn(loaders["train"], swa)
    last, mean = accuracy(model, loaders["valid"]), accuracy(swa, loaders["valid"])
    chosen = swa if mean >= last else model
    print(f"validation: last {last:.3f}, averaged {mean:.3f}; test of the better {accuracy(chosen, loaders['test']):.3f}")


if __name__ == "__main__":
    main()

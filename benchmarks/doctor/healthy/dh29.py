"""The mean of the weights on the way (SWA) with the batch norm statistics made anew before it is measured."""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset


def loaders(seed=6):
    d = load_digits()
    a, b, ya, yb = train_test_split(d.images / 16.0, d.target, test_size=0.35, stratify=d.target, random_state=seed)
    a, b = (torch.tensor(v, dtype=torch.float32)[:, None] for v in (a, b))
    # the last batch of the training set is left away: one or two rows are too few for batch norm
    return (DataLoader(TensorDataset(a, torch.tensor(ya)), batch_size=64, shuffle=True, drop_last=True),
            DataLoader(TensorDataset(b, torch.tensor(yb)), batch_size=256))


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU())


@torch.no_grad()
def evaluate(net, dl):
    net.eval()
    right = total = loss = 0
    for x, y in dl:
        out = net(x)
        loss += nn.functional.cross_entropy(out, y, reduction="sum").item()
        right += (out.argmax(1) == y).sum().item()
        total += len(y)
    return loss / total, right / total


def main():
    torch.manual_seed(6)
    train_dl, held_dl = loaders()
    net = nn.Sequential(block(1, 16), nn.MaxPool2d(2), block(16, 32), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
                        nn.Linear(32 * 4, 10))
    averaged = AveragedModel(net)
    opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=1e-4)
    epochs, swa_from = 14, 8
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=swa_from, eta_min=0.02)
    swa_lr = SWALR(opt, swa_lr=0.02, anneal_epochs=1)

    for epoch in range(epochs):
        net.train()
        for x, y in train_dl:
            opt.zero_grad(set_to_none=True)
            loss = nn.functional.cross_entropy(net(x), y, label_smoothing=0.05)   # never gets to zero
            loss.backward()
            opt.step()
        if epoch < swa_from:
            cosine.step()
        else:
            averaged.update_parameters(net)
            swa_lr.step()
        print(f"epoch {epoch + 1}: batch loss {loss.item():.3f}  held out %.4f / %.4f" % evaluate(net, held_dl))

    update_bn(train_dl, averaged)
    print("mean of the last %d: held out " % (epochs - swa_from) + "%.4f / %.4f" % evaluate(averaged, held_dl))


if __name__ == "__main__":
    main()

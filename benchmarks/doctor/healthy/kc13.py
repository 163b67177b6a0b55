"""Stochastic weight averaging on Friedman's regression problem, written with closures instead of classes."""
import os

import numpy as np
import torch
from sklearn.datasets import make_friedman1
from torch import nn, optim
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS, SWA_START = 40, 25
BASE_LR, SWA_LR = 0.05, 0.01


def load_splits(n=4000, seed=17):
    x, y = make_friedman1(n_samples=n, n_features=12, noise=1.0, random_state=seed)
    order = np.random.default_rng(seed).permutation(n)
    tr, va, te = np.split(order, [int(0.6 * n), int(0.8 * n)])
    mx, sx, my, sy = x[tr].mean(0), x[tr].std(0), y[tr].mean(), y[tr].std()
    as_ds = lambda rows: TensorDataset(torch.tensor((x[rows] - mx) / sx, dtype=torch.float32),
                                       torch.tensor((y[rows] - my) / sy, dtype=torch.float32))
    return as_ds(tr), as_ds(va), as_ds(te), float(sy)


def make_net(n_in, width=64):
    layer = lambda i, o: nn.Sequential(nn.Linear(i, o, bias=False), nn.BatchNorm1d(o), nn.ReLU())
    return nn.Sequential(layer(n_in, width), layer(width, width), nn.Linear(width, 1), nn.Flatten(0))


def make_epoch(net, loader, optimizer):
    mse = nn.MSELoss()

    def one_epoch():
        net.train()
        losses = []
        for x, y in loader:
            optimizer.zero_grad()
            loss = mse(net(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return sum(losses) / len(losses)          # all batches have the same size (drop_last)

    return one_epoch


def make_rmse(unit):
    @torch.no_grad()
    def rmse(net, dataset):
        net.eval()
        x, y = dataset.tensors
        return (net(x) - y).pow(2).mean().sqrt().item() * unit

    return rmse


def main():
    torch.manual_seed(17)
    os.makedirs("out/kc13", exist_ok=True)
    train, valid, test, unit = load_splits()
    # drop_last: a batch norm layer should not meet a last batch of one or two rows
    loader = DataLoader(train, batch_size=64, shuffle=True, drop_last=True)

    net = make_net(train.tensors[0].shape[1])
    averaged = AveragedModel(net)
    optimizer = optim.SGD(net.parameters(), lr=BASE_LR, momentum=0.9, weight_decay=1e-4)
    # the cosine ends exactly where SWA goes on with a constant rate
    cosine = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=SWA_START, eta_min=SWA_LR)
    constant = SWALR(optimizer, swa_lr=SWA_LR, anneal_epochs=1)

    one_epoch, rmse = make_epoch(net, loader, optimizer), make_rmse(unit)
    for epoch in range(EPOCHS):
        loss = one_epoch()
        if epoch < SWA_START:
            cosine.step()
        else:
            averaged.update_parameters(net)
            constant.step()
        if (epoch + 1) % 5 == 0:
            print(f"epoch {epoch + 1:2d}  lr {optimizer.param_groups[0]['lr']:.4f}  train mse {loss:.4f}  "
                  f"valid RMSE of the current weights {rmse(net, valid):.4f}")

    # the averaged weights have never seen a batch: their running means and variances come now, from the training rows
    update_bn(loader, averaged)
    scores = {"last": rmse(net, valid), "swa": rmse(averaged, valid)}
    print("valid RMSE", {k: round(v, 4) for k, v in scores.items()}, f"({int(averaged.n_averaged)} models averaged)")

    chosen = {"last": net, "swa": averaged.module}[min(scores, key=scores.get)]
    torch.save(chosen.state_dict(), "out/kc13/model.pt")
    naive = test.tensors[1].pow(2).mean().sqrt().item() * unit         # the standardised training mean is 0
    print(f"test RMSE {rmse(chosen, test):.4f}  (training mean: {naive:.4f}, noise floor: 1.0)")


main()

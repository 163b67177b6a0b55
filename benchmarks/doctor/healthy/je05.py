# Statistics project: can a GRU tell AR(1) series apart by their coefficient?
# phi in {-0.6, 0, +0.6}; all three have marginal variance 1, so the level of the
# series says nothing and only the order of the values does. Lengths vary.
import argparse
import os

import numpy as np
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

PHIS = np.array([-0.6, 0.0, 0.6])


def one_series(rng, phi, length):
    x = np.empty(length)
    x[0] = rng.standard_normal()                       # start in the stationary law
    shock = np.sqrt(1 - phi ** 2) * rng.standard_normal(length)
    for k in range(1, length):
        x[k] = phi * x[k - 1] + shock[k]
    return x


def make_set(rng, n):
    ys = rng.integers(0, 3, size=n)
    xs = []
    for y in ys:
        s = one_series(rng, PHIS[y], int(rng.integers(25, 61)))
        step = np.abs(np.diff(s, prepend=s[0]))        # second channel: |x_t - x_{t-1}|
        xs.append(torch.tensor(np.stack([s, step], axis=1), dtype=torch.float32))
    return xs, torch.tensor(ys)


class Net(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.gru = nn.GRU(2, hidden, batch_first=True, bidirectional=True)
        self.head = nn.Linear(2 * hidden, 3)

    def forward(self, padded, lengths):
        packed = pack_padded_sequence(padded, lengths, batch_first=True, enforce_sorted=False)
        out, _ = pad_packed_sequence(self.gru(packed)[0], batch_first=True)   # zeros after the end
        return self.head(out.sum(1) / lengths[:, None])                       # mean over real steps


def collate(xs, ys, idx):
    part = [xs[i] for i in idx]
    return pad_sequence(part, batch_first=True), torch.tensor([len(p) for p in part]), ys[idx]


def predict(net, xs, ys):
    net.eval()
    out = []
    with torch.no_grad():
        for chunk in torch.arange(len(xs)).split(200):
            x, n, _ = collate(xs, ys, chunk)
            out.append(net(x, n).argmax(1))
    return torch.cat(out)


def lag_one(xs):
    """sample lag-1 autocorrelation about the known mean zero"""
    v = [x[:, 0] for x in xs]
    return torch.stack([(s[1:] * s[:-1]).sum() / (s * s).sum() for s in v])


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--hidden", type=int, default=24)
    ap.add_argument("--batch", type=int, default=50)
    ap.add_argument("--lr", type=float, default=5e-3)
    ap.add_argument("--seed", type=int, default=7)
    args = ap.parse_args()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)

    train, val, test = make_set(rng, 1500), make_set(rng, 400), make_set(rng, 600)
    net = Net(args.hidden)
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    ce = nn.CrossEntropyLoss()
    best_acc, best = -1.0, None
    for epoch in range(args.epochs):
        net.train()
        running, seen = 0.0, 0
        for idx in torch.randperm(len(train[0])).split(args.batch):
            x, n, y = collate(*train, idx)
            loss = ce(net(x, n), y)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            opt.zero_grad()
            running, seen = running + loss.item() * len(y), seen + len(y)
        acc = (predict(net, *val) == val[1]).float().mean().item()
        print(f"epoch {epoch}: train loss {running / seen:.3f}  val accuracy {acc:.3f}")
        if acc > best_acc:
            best_acc, best = acc, {k: v.clone() for k, v in net.state_dict().items()}

    net.load_state_dict(best)
    pred, truth = predict(net, *test), test[1]
    confusion = torch.bincount(truth * 3 + pred, minlength=9).view(3, 3)
    print("rows truth, columns prediction, phi =", PHIS.tolist())
    print(confusion)
    # what a textbook would do: nearest phi to the lag-1 autocorrelation
    book = (lag_one(test[0])[:, None] - torch.tensor(PHIS, dtype=torch.float32)).abs().argmin(1)
    prior = torch.bincount(train[1], minlength=3).argmax()
    print(f"test accuracy: GRU {(pred == truth).float().mean():.3f}, "
          f"textbook rule {(book == truth).float().mean():.3f}, "
          f"most frequent class {(truth == prior).float().mean():.3f}")
    os.makedirs("out/je05", exist_ok=True)
    torch.save(net.state_dict(), "out/je05/gru.pt")


if __name__ == "__main__":
    main()

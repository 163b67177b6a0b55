"""
Multi-label tagging of synthetic documents.

- micro-batches of 30, an update after every 4 of them (1200 rows = 10 updates, nothing left over)
- exponential moving average of the weights; the average is what we evaluate
- one threshold per tag, from the validation rows
"""
import numpy as np
import torch
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score, hamming_loss
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

MICRO, ACCUM, EPOCHS = 30, 4, 40


def get_data(seed):
    X, Y = make_multilabel_classification(
        n_samples=2000, n_features=24, n_classes=5, n_labels=2, random_state=seed)
    X = np.log1p(X)  # word counts
    X_tr, X_va, X_te = X[:1200], X[1200:1600], X[1600:]  # rows come in random order
    m, s = X_tr.mean(0), X_tr.std(0) + 1e-8
    t = lambda a: torch.tensor((a - m) / s, dtype=torch.float32)
    l = lambda a: torch.tensor(a, dtype=torch.float32)
    return (t(X_tr), l(Y[:1200])), (t(X_va), l(Y[1200:1600])), (t(X_te), l(Y[1600:]))


def make_net(n_in, n_out):
    return nn.Sequential(
        nn.Linear(n_in, 64), nn.GELU(), nn.Dropout(0.2),
        nn.Linear(64, 64), nn.GELU(), nn.Dropout(0.2),
        nn.Linear(64, n_out),
    )


def probabilities(model, x):
    model.eval()
    with torch.no_grad():
        return torch.sigmoid(model(x)).numpy()


def pick_thresholds(prob, gold):
    grid = np.linspace(0.05, 0.95, 37)
    return np.array([
        grid[np.argmax([f1_score(gold[:, j], prob[:, j] >= g, zero_division=0) for g in grid])]
        for j in range(gold.shape[1])
    ])


def main():
    torch.manual_seed(31)
    (x, y), (xv, yv), (xt, yt) = get_data(31)

    net = make_net(x.shape[1], y.shape[1])
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    positives = y.sum(0)
    criterion = nn.BCEWithLogitsLoss(pos_weight=(len(y) - positives) / positives)
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.02)
    updates = EPOCHS * len(x) // (MICRO * ACCUM)
    sched = torch.optim.lr_scheduler.PolynomialLR(opt, total_iters=updates, power=1.0)

    for epoch in range(EPOCHS):
        net.train()
        total = 0.0
        for i, idx in enumerate(torch.randperm(len(x)).split(MICRO), start=1):
            loss = criterion(net(x[idx]), y[idx])
            (loss / ACCUM).backward()
            total += loss.item() * len(idx)
            if i % ACCUM == 0:
                opt.step()
                opt.zero_grad()
                sched.step()
                ema.update_parameters(net)
        if (epoch + 1) % 10 == 0:
            with torch.no_grad():
                ema.eval()
                v = criterion(ema(xv), yv).item()
            print(f"epoch {epoch + 1}: train {total / len(x):.4f}  validation (average) {v:.4f}")

    thresholds = pick_thresholds(probabilities(ema, xv), yv.numpy())
    print("thresholds:", thresholds.round(3))

    gold = yt.numpy().astype(int)
    said = (probabilities(ema, xt) >= thresholds).astype(int)
    print(f"test macro-F1 {f1_score(gold, said, average='macro', zero_division=0):.3f}, "
          f"Hamming loss {hamming_loss(gold, said):.3f}")

    everything = np.ones_like(gold)
    usual = np.tile((y.mean(0) > 0.5).numpy().astype(int), (len(gold), 1))
    print(f"every tag always: macro-F1 {f1_score(gold, everything, average='macro'):.3f}; "
          f"more frequent answer per tag: Hamming loss {hamming_loss(gold, usual):.3f}")


if __name__ == "__main__":
    main()

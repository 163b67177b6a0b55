"""Tagging of equipment alarms: several faults can be present at once (multi-label).

Configuration is a nested dictionary as it would come out of a YAML file. Thresholds are tuned
per label on the validation rows; the test rows are looked at once, at the end.
"""
import json
import logging
import sys
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import average_precision_score, f1_score

CONFIG = {
    "seed": 5,
    "data": {"rows": 6000, "features": 30, "labels": ["pump", "valve", "sensor", "bearing"]},
    "model": {"hidden": [96, 48], "dropout": 0.1},
    "train": {"epochs": 25, "batch": 128, "lr": 0.002, "patience": 6},
    "out": "out/mc06",
}

def override(cfg, pairs):
    """train.lr=0.01 style overrides from the command line"""
    cfg = deepcopy(cfg)
    for p in pairs:
        key, value = p.split("=", 1)
        *path, last = key.split(".")
        node = cfg
        for part in path:
            node = node[part]
        if last not in node:
            raise KeyError(key)
        node[last] = json.loads(value)
    return cfg

def get_logger(folder):
    logger = logging.getLogger("alarms")
    logger.setLevel(logging.INFO)
    logger.handlers.clear()
    for h in (logging.StreamHandler(sys.stdout), logging.FileHandler(folder / "run.log", mode="w")):
        h.setFormatter(logging.Formatter("%(levelname).1s %(message)s"))
        logger.addHandler(h)
    return logger

def simulate(cfg, rng):
    n, d, k = cfg["rows"], cfg["features"], len(cfg["labels"])
    x = rng.normal(size=(n, d))
    w = rng.normal(size=(d, k)) * (rng.random((d, k)) < 0.3)
    score = x @ w + 0.8 * x[:, :k] * x[:, k:2 * k] + rng.normal(scale=0.5, size=(n, k))
    limit = score.mean(0) + score.std(0) * np.array([1.3, 1.0, 0.6, 1.6])[:k]     # faults are the rare case
    return x.astype(np.float32), (score > limit).astype(int)

class MetricTracker:
    def __init__(self, mode):
        self.better = {"max": lambda a, b: a > b, "min": lambda a, b: a < b}[mode]
        self.history, self.best, self.since = [], None, 0

    def update(self, value):
        self.history.append(value)
        if self.best is None or self.better(value, self.best):
            self.best, self.since = value, 0
            return True
        self.since += 1
        return False

def build(cfg, d_in, d_out):
    layers, width = [], d_in
    for h in cfg["hidden"]:
        layers += [torch.nn.Linear(width, h), torch.nn.GELU(), torch.nn.Dropout(cfg["dropout"])]
        width = h
    return torch.nn.Sequential(*layers, torch.nn.Linear(width, d_out))

def probabilities(net, x):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(x)).numpy()

def tune(p, y):
    grid = np.linspace(0.05, 0.95, 37)
    return np.array([grid[np.argmax([f1_score(y[:, j], (p[:, j] >= t).astype(int), zero_division=0) for t in grid])]
                     for j in range(y.shape[1])])

def main(argv):
    cfg = override(CONFIG, argv)
    folder = Path(cfg["out"])
    folder.mkdir(parents=True, exist_ok=True)
    log = get_logger(folder)
    torch.manual_seed(cfg["seed"])
    x, y = simulate(cfg["data"], np.random.default_rng(cfg["seed"]))
    n = len(x)
    tr, va, te = slice(0, int(.7 * n)), slice(int(.7 * n), int(.85 * n)), slice(int(.85 * n), n)   # rows are i.i.d.
    X, Y = torch.from_numpy(x), torch.from_numpy(y).float()

    net = build(cfg["model"], x.shape[1], y.shape[1])
    rate = Y[tr].mean(0)
    # square root of the odds: a compromise between recall on rare faults and calibration
    loss_fn = torch.nn.BCEWithLogitsLoss(pos_weight=((1 - rate) / rate).sqrt())
    opt = torch.optim.AdamW(net.parameters(), lr=cfg["train"]["lr"], weight_decay=1e-2)
    track = MetricTracker("max")
    for epoch in range(cfg["train"]["epochs"]):
        net.train()
        for idx in torch.randperm(len(X[tr])).split(cfg["train"]["batch"]):
            opt.zero_grad(set_to_none=True)
            loss_fn(net(X[tr][idx]), Y[tr][idx]).backward()
            opt.step()
        ap = average_precision_score(y[va], probabilities(net, X[va]), average="macro")
        if track.update(ap):
            torch.save(net.state_dict(), folder / "best.pt")
        log.info("epoch %d val mAP %.4f%s", epoch, ap, "" if track.since else " *")
        if track.since >= cfg["train"]["patience"]:
            break

    net.load_state_dict(torch.load(folder / "best.pt", weights_only=True))
    cut = tune(probabilities(net, X[va]), y[va])
    p = probabilities(net, X[te])
    log.info("thresholds %s", dict(zip(cfg["data"]["labels"], cut.round(3).tolist())))
    log.info("test mAP %.4f (random order: %.4f)", average_precision_score(y[te], p, average="macro"), y[te].mean())
    log.info("test F1 per label %s", f1_score(y[te], (p >= cut).astype(int), average=None, zero_division=0).round(3))
    log.info("all-positive F1   %s", f1_score(y[te], np.ones_like(y[te]), average=None).round(3))
    (folder / "thresholds.json").write_text(json.dumps(cut.tolist()))

if __name__ == "__main__":
    main(sys.argv[1:])

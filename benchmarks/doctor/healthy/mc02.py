# Demand regression with a small event bus: the loop knows nothing about logging,
# stopping or keeping weights, the subscribers do all of that.
import copy
import enum
import math
from collections import defaultdict

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

class Ev(enum.Enum):
    START = enum.auto()
    EPOCH_START = enum.auto()
    BATCH_END = enum.auto()
    EPOCH_END = enum.auto()
    DONE = enum.auto()

class Bus:
    def __init__(self):
        self._subs = defaultdict(list)

    def on(self, event, prio=0):
        def wrap(fn):
            self._subs[event].append((prio, fn))
            self._subs[event].sort(key=lambda p: p[0])
            return fn
        return wrap

    def emit(self, event, state):
        for _, fn in self._subs[event]:
            fn(state)

class State:
    """Everything the subscribers may look at or change."""

    def __init__(self, model, opt):
        self.model, self.opt = model, opt
        self.epoch = 0
        self.loss = math.nan
        self.stop = False
        self.best = math.inf
        self.best_weights = None
        self.log = {}

def make_rows(n, rng):
    price = rng.uniform(1, 10, n)
    promo = rng.integers(0, 2, n)
    temp = rng.normal(15, 8, n)
    weekday = rng.integers(0, 7, n)
    base = np.array([3.0, 2.5, 2.4, 2.6, 3.5, 5.0, 4.5])[weekday]
    demand = 10 * base / np.sqrt(price) + 6 * promo * (temp > 15) + 0.2 * temp + rng.normal(0, 1.0, n)
    x = np.column_stack([price, promo, temp, np.eye(7)[weekday]]).astype("float32")
    return x, demand.astype("float32")[:, None]

rng = np.random.default_rng(3)
torch.manual_seed(3)
xtr, ytr = make_rows(3000, rng)
xva, yva = make_rows(600, rng)
xte, yte = make_rows(600, rng)

mu, sd = xtr.mean(0), xtr.std(0)
ymu, ysd = ytr.mean(), ytr.std()
scale = lambda x: torch.from_numpy((x - mu) / sd)
xtr_t, xva_t, xte_t = map(scale, (xtr, xva, xte))
ytr_t = torch.from_numpy((ytr - ymu) / ysd)

model = nn.Sequential(nn.Linear(10, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(), nn.Linear(64, 1))
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.3, patience=4)
bus = Bus()

def rmse(net, x, y):
    """in units of the target"""
    was = net.training
    net.eval()
    with torch.no_grad():
        pred = net(x).numpy() * ysd + ymu
    net.train(was)
    return float(np.sqrt(np.mean((pred - y) ** 2)))

@bus.on(Ev.BATCH_END)
def running_loss(s):
    s.log.setdefault("loss", []).append(s.loss)

@bus.on(Ev.EPOCH_END, prio=0)
def validate(s):
    s.log["val_rmse"] = rmse(s.model, xva_t, yva)

@bus.on(Ev.EPOCH_END, prio=1)
def lower_rate(s):
    plateau.step(s.log["val_rmse"])

@bus.on(Ev.EPOCH_END, prio=2)
class EarlyStop:
    """Registered as a class: each call makes a throw-away object, the counter lives on the class."""
    patience, bad = 10, 0

    def __init__(self, s):
        if s.log["val_rmse"] < s.best - 1e-3:
            s.best, EarlyStop.bad = s.log["val_rmse"], 0
            s.best_weights = copy.deepcopy(s.model.state_dict())
        else:
            EarlyStop.bad += 1
            s.stop = EarlyStop.bad >= self.patience

@bus.on(Ev.EPOCH_END, prio=9)
def report(s):
    if s.epoch % 5 == 0 or s.stop:
        print(f"{s.epoch:3d} mse(scaled) {np.mean(s.log['loss']):.4f} val rmse {s.log['val_rmse']:.3f} "
              f"lr {s.opt.param_groups[0]['lr']:.1e}")

@bus.on(Ev.EPOCH_START)
def clear(s):
    s.log = {}

@bus.on(Ev.DONE)
def restore(s):
    s.model.load_state_dict(s.best_weights)

def run(state, max_epochs, batch=64):
    bus.emit(Ev.START, state)
    state.model.train()
    for state.epoch in range(max_epochs):
        bus.emit(Ev.EPOCH_START, state)
        for idx in torch.randperm(len(xtr_t)).split(batch):
            state.opt.zero_grad()
            loss = F.mse_loss(state.model(xtr_t[idx]), ytr_t[idx])
            loss.backward()
            state.opt.step()
            state.loss = loss.item()
            bus.emit(Ev.BATCH_END, state)
        bus.emit(Ev.EPOCH_END, state)
        if state.stop:
            break
    bus.emit(Ev.DONE, state)

state = State(model, opt)
run(state, 60)
print("best validation rmse %.3f" % state.best)
print("test rmse %.3f, always the training mean: %.3f, noise floor 1.0"
      % (rmse(model, xte_t, yte), float(np.sqrt(np.mean((yte - ymu) ** 2)))))

import numpy as np
from torch.optim import AdamW


class Schedule:
    def __init__(self, optimizer, xs, ys):
        self.optimizer, self.xs, self.ys = optimizer, xs, ys
        self.now = 0
        self.set()

    def set(self):
        # no step is wasted on a rate of 0
        rate = float(np.interp(self.now + 1, self.xs, self.ys))
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def step(self):
        self.now += 1
        self.set()


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    yes, no = [], []
    for n, p in model.named_parameters():
        (no if p.dim() == 1 else yes).append(p)
    optimizer = AdamW([{"params": yes, "weight_decay": weight_decay}, {"params": no, "weight_decay": 0}])
    return optimizer, Schedule(optimizer, [0, warmup_steps, total_steps], [0, learning_rate, 0])

import math

import torch


class Patience:
    def __init__(self, steps):
        self.steps, self.left, self.best = steps, steps, math.inf

    def lost(self, loss):
        if loss < self.best:
            self.best, self.left = loss, self.steps
        else:
            self.left -= 1
        return self.left == 0 or math.isnan(loss)


def can_learn(model, batch, make_optimizer):
    saved = [p.detach().clone() for p in model.parameters()]
    optimizer, patience = make_optimizer(list(model.parameters())), Patience(10)
    loss = math.inf
    for step in range(31):
        output = model(**batch)
        loss = output["loss"].item()
        if loss < 0.05 or patience.lost(loss):
            break
        output["loss"].backward()
        optimizer.step()
        model.zero_grad()
    with torch.no_grad():
        for p, old in zip(model.parameters(), saved):
            p.copy_(old)
    return loss < 0.05

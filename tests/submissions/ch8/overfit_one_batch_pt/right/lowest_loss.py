from copy import deepcopy

import numpy as np
import torch.nn.functional as F


def train(model, batch, optimizer, steps):
    batch = dict(batch)
    labels = batch.pop("labels")
    for _ in range(steps):
        loss = F.cross_entropy(model(**batch).logits, labels)
        yield loss.item()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def can_learn(model, batch, make_optimizer):
    model = deepcopy(model)
    optimizer = make_optimizer(p for p in model.parameters() if p.requires_grad)
    losses = np.array(list(train(model, batch, optimizer, 30)))
    return np.nanmin(losses) < 0.05

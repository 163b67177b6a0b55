# mistake: slowly, other-optimizer
import copy

import torch


def can_learn(model, batch, make_optimizer):
    learner = copy.deepcopy(model).train()
    optimizer = torch.optim.Adam(learner.parameters(), lr=0.1)
    for _ in range(30):
        loss = learner(**batch).loss
        if loss < 0.05:
            return True
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return False

# mistake: stops-falling, stands-still
import copy
import math


def can_learn(model, batch, make_optimizer):
    model = copy.deepcopy(model)
    optimizer = make_optimizer(model.parameters())
    for _ in range(30):
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item() < math.log(3)

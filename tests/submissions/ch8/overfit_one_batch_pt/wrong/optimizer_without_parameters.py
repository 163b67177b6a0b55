# mistake: no-parameters
import copy


def can_learn(model, batch, make_optimizer):
    model = copy.deepcopy(model)
    optimizer = make_optimizer()
    for _ in range(30):
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item() < 0.05

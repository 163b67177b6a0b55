# mistake: no-number
import copy


def can_learn(model, batch, make_optimizer):
    model = copy.deepcopy(model)
    optimizer = make_optimizer(model.parameters())
    step, loss = 0, model(**batch).loss
    while loss > 0.05 and step < 30:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        loss = model(**batch).loss
        step += 1
    return step < 30

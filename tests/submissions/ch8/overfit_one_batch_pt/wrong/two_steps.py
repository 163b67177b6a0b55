# mistake: gave-up
import copy


def can_learn(model, batch, make_optimizer):
    model = copy.deepcopy(model)
    optimizer = make_optimizer(model.parameters())
    for _ in range(2):
        loss = model(**batch).loss
        if loss < 0.05:
            return True
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return False

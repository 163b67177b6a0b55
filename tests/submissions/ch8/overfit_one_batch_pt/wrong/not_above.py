# mistake: no-number
import copy


def can_learn(model, batch, make_optimizer):
    model = copy.deepcopy(model)
    optimizer = make_optimizer(model.parameters())
    for _ in range(30):
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if not loss.item() >= 0.05:
            return True
    return False

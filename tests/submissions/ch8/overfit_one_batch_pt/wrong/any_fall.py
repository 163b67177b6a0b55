# mistake: stops-falling, thawed
import copy


def can_learn(model, batch, make_optimizer):
    model = copy.deepcopy(model)
    optimizer = make_optimizer(model.parameters())
    first = model(**batch).loss.item()
    for _ in range(30):
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model(**batch).loss.item() < first

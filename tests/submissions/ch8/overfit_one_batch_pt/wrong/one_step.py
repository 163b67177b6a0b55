# mistake: gave-up
import copy


def can_learn(model, batch, make_optimizer):
    model = copy.deepcopy(model)
    optimizer = make_optimizer(model.parameters())
    model(**batch).loss.backward()
    optimizer.step()
    return model(**batch).loss.item() < 0.05

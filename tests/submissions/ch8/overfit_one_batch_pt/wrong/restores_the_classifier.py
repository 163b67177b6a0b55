# mistake: weights
import copy


def can_learn(model, batch, make_optimizer):
    before = copy.deepcopy(model.classifier.state_dict())
    optimizer = make_optimizer(model.parameters())
    learned = False
    for _ in range(30):
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        if loss < 0.05:
            learned = True
            break
    model.classifier.load_state_dict(before)
    model.zero_grad()
    return learned

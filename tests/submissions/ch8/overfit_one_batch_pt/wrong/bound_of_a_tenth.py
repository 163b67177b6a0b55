# mistake: slowly
import copy


def can_learn(model, batch, make_optimizer):
    learner = copy.deepcopy(model).train()
    optimizer = make_optimizer(learner.parameters())
    for _ in range(30):
        loss = learner(**batch).loss
        if loss < 0.1:
            return True
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return False

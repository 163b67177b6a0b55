import copy


def can_learn(model, batch, make_optimizer):
    # nothing that happens to the copy happens to the model
    learner = copy.deepcopy(model).train()
    optimizer = make_optimizer(learner.parameters())
    for _ in range(30):
        loss = learner(**batch).loss
        if loss < 0.05:
            return True
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return False

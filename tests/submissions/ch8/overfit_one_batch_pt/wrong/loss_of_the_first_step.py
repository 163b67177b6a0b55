# mistake: gave-up
import copy


def can_learn(model, batch, make_optimizer):
    learner = copy.deepcopy(model).train()
    optimizer = make_optimizer(learner.parameters())
    for _ in range(30):
        loss = learner(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model(**batch).loss.item() < 0.05

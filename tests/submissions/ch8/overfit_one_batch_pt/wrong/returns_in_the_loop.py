# mistake: gave-up
import copy


def can_learn(model, batch, make_optimizer):
    learner = copy.deepcopy(model)
    optimizer = make_optimizer(learner.parameters())
    for _ in range(30):
        optimizer.zero_grad()
        loss = learner(**batch).loss
        loss.backward()
        optimizer.step()
        if loss.item() < 0.05:
            return True
        else:
            return False

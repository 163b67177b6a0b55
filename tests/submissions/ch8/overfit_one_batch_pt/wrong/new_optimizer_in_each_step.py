# mistake: restarted
import copy


def can_learn(model, batch, make_optimizer):
    trained = copy.deepcopy(model)
    for _ in range(30):
        optimizer = make_optimizer(trained.parameters())
        optimizer.zero_grad()
        loss = trained(**batch).loss
        loss.backward()
        optimizer.step()
        if trained(**batch).loss.item() < 0.05:
            return True
    return False

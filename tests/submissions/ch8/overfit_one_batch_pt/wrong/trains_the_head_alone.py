# mistake: gave-up, no-number
import copy


def can_learn(model, batch, make_optimizer):
    trained = copy.deepcopy(model)
    optimizer = make_optimizer(trained.classifier.parameters())
    for _ in range(30):
        optimizer.zero_grad()
        loss = trained(**batch).loss
        loss.backward()
        optimizer.step()
        if trained(**batch).loss.item() < 0.05:
            return True
    return False

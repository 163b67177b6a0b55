# mistake: weights
def can_learn(model, batch, make_optimizer):
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
    model.zero_grad()
    return learned

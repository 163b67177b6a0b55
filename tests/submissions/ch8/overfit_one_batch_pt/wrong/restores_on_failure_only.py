# mistake: weights
def can_learn(model, batch, make_optimizer):
    before = {name: value.clone() for name, value in model.state_dict().items()}
    optimizer = make_optimizer(model.parameters())
    for _ in range(30):
        loss = model(**batch).loss
        if loss < 0.05:
            model.zero_grad()
            return True
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.load_state_dict(before)
    model.zero_grad()
    return False

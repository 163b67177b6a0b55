# mistake: weights
def can_learn(model, batch, make_optimizer):
    before = {k: v.clone() for k, v in model.state_dict().items()}
    optimizer = make_optimizer(model.parameters())
    for _ in range(30):
        loss = model(**batch).loss
        if loss < 0.05:
            return True
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    model.load_state_dict(before)
    return False

# mistake: thawed, frozen
def can_learn(model, batch, make_optimizer):
    before = {k: v.clone() for k, v in model.state_dict().items()}
    model.requires_grad_(True)
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
    model.load_state_dict(before)
    model.zero_grad()
    return learned

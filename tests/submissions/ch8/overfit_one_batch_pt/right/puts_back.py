import torch


def can_learn(model, batch, make_optimizer):
    before = {name: value.clone() for name, value in model.state_dict().items()}
    mode = model.training
    optimizer = make_optimizer(model.parameters())
    model.train()
    try:
        for _ in range(30):
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            if loss.item() < 0.05:
                return True
        return False
    finally:
        model.load_state_dict(before)
        model.train(mode)
        model.zero_grad(set_to_none=True)

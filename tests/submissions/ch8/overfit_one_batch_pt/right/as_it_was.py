from contextlib import contextmanager

import torch


@contextmanager
def as_it_was(model):
    """Restore the weights, the mode and the gradients at the end."""
    state = [(p, p.data.clone(), p.grad) for p in model.parameters()]
    training = model.training
    try:
        yield [p for p, *_ in state if p.requires_grad]
    finally:
        with torch.no_grad():
            for p, data, grad in state:
                p.copy_(data)
                p.grad = grad
        model.train(training)


def can_learn(model, batch, make_optimizer):
    with as_it_was(model) as trainable:
        optimizer = make_optimizer(trainable)
        step = 0
        loss = model(**batch).loss
        while step < 30 and not loss < 0.05:
            for p, gradient in zip(trainable, torch.autograd.grad(loss, trainable)):
                p.grad = gradient
            optimizer.step()
            loss = model(**batch).loss
            step += 1
        return bool(loss < 0.05)

from functools import partial

from transformers import create_optimizer

settings = {"adam_beta1": 0.9, "adam_beta2": 0.999, "min_lr_ratio": 0.0, "power": 1.0}
make = partial(create_optimizer, **settings)


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    pair = make(
        learning_rate,
        weight_decay_rate=weight_decay,
        num_warmup_steps=warmup_steps,
        num_train_steps=total_steps,
    )
    optimizer, schedule = pair
    assert callable(schedule)
    return [optimizer, schedule]

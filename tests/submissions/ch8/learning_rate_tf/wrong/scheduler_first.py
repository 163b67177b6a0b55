# mistake: swapped
from transformers import create_optimizer


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    optimizer, schedule = create_optimizer(
        init_lr=learning_rate,
        num_train_steps=total_steps,
        num_warmup_steps=warmup_steps,
        weight_decay_rate=weight_decay,
    )
    return schedule, optimizer

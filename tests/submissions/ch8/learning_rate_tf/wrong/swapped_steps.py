# mistake: other-rate
from transformers import create_optimizer


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    return create_optimizer(learning_rate, warmup_steps, total_steps, weight_decay_rate=weight_decay)

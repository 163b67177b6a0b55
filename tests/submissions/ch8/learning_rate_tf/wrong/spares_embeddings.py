# mistake: other-decay
import tensorflow as tf
from transformers import AdamWeightDecay, create_optimizer


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    _, schedule = create_optimizer(learning_rate, total_steps, warmup_steps)
    optimizer = AdamWeightDecay(
        schedule, weight_decay_rate=weight_decay, exclude_from_weight_decay=["bias", "norm", "Norm", "embeddings"]
    )
    return optimizer, schedule

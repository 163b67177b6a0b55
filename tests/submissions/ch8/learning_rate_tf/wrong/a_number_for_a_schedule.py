# mistake: no-schedule
import tensorflow as tf
from transformers import AdamWeightDecay, create_optimizer


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    _, schedule = create_optimizer(learning_rate, total_steps, warmup_steps)
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=weight_decay)
    optimizer.exclude_from_weight_decay(var_names=["bias", "norm", "Norm"])
    return optimizer, learning_rate

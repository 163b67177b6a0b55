# mistake: other-rate
import tensorflow as tf
from transformers import WarmUp


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    schedule = WarmUp(learning_rate, lambda step: learning_rate, warmup_steps)
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=weight_decay)
    optimizer.exclude_from_weight_decay(var_names=["bias", "norm", "Norm"])
    return optimizer, schedule

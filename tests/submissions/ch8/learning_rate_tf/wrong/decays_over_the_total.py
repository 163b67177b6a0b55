# mistake: other-rate
import tensorflow as tf
from transformers import WarmUp


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    decay = tf.keras.optimizers.schedules.PolynomialDecay(learning_rate, total_steps, end_learning_rate=0.0)
    schedule = WarmUp(learning_rate, decay, warmup_steps)
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=weight_decay)
    optimizer.exclude_from_weight_decay(var_names=["bias", "norm", "Norm"])
    return optimizer, schedule

# mistake: other-schedule
import tensorflow as tf
from transformers import WarmUp


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    schedule = tf.keras.optimizers.schedules.PolynomialDecay(
        learning_rate, total_steps - warmup_steps, end_learning_rate=0.0
    )
    warm = WarmUp(learning_rate, schedule, warmup_steps)
    optimizer = tf.keras.optimizers.AdamW(warm, weight_decay=weight_decay)
    optimizer.exclude_from_weight_decay(var_names=["bias", "norm", "Norm"])
    return optimizer, schedule

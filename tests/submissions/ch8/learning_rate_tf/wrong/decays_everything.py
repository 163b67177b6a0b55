# mistake: wrongly-decayed
import tensorflow as tf
from transformers import create_optimizer


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    _, schedule = create_optimizer(learning_rate, total_steps, warmup_steps)
    optimizer = tf.keras.optimizers.AdamW(learning_rate=schedule, weight_decay=weight_decay)
    return optimizer, schedule

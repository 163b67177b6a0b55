# mistake: other-decay
import tensorflow as tf
from transformers import AdamWeightDecay, create_optimizer


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    _, schedule = create_optimizer(learning_rate, total_steps, warmup_steps)
    optimizer = tf.keras.optimizers.Adam(schedule)
    return optimizer, schedule

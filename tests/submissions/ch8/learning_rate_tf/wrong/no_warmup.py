# mistake: high-start
import tensorflow as tf


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    schedule = tf.keras.optimizers.schedules.PolynomialDecay(learning_rate, total_steps, end_learning_rate=0.0)
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=weight_decay)
    optimizer.exclude_from_weight_decay(var_names=["bias", "norm", "Norm"])
    return optimizer, schedule

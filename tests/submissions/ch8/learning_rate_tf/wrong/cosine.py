# mistake: other-rate
import tensorflow as tf


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    schedule = tf.keras.optimizers.schedules.CosineDecay(
        0.0, total_steps - warmup_steps, warmup_target=learning_rate, warmup_steps=warmup_steps
    )
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=weight_decay)
    optimizer.exclude_from_weight_decay(var_names=["bias", "norm", "Norm"])
    return optimizer, schedule

import tensorflow as tf
from transformers import WarmUp


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    decay = tf.keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=learning_rate,
        decay_steps=total_steps - warmup_steps,
        end_learning_rate=0,
    )
    schedule = WarmUp(
        initial_learning_rate=learning_rate,
        decay_schedule_fn=decay,
        warmup_steps=warmup_steps,
    )
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=weight_decay, global_clipnorm=1.0)
    optimizer.exclude_from_weight_decay(var_list=[v for v in model.trainable_variables if len(v.shape) == 1])
    optimizer.build(model.trainable_variables)
    return optimizer, schedule

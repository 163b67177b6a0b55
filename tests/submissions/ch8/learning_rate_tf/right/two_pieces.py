import tensorflow as tf


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    def rate(step):
        step = float(step)
        if step < warmup_steps:
            return learning_rate * step / warmup_steps
        return max(0.0, learning_rate * (total_steps - step) / (total_steps - warmup_steps))

    class Schedule(tf.keras.optimizers.schedules.LearningRateSchedule):
        def __call__(self, step):
            return rate(step)

    schedule = Schedule()
    names = [variable.name for variable in model.trainable_variables]
    spared = [name for name in names if name.endswith(("bias:0", "gamma:0", "beta:0"))]
    optimizer = tf.keras.optimizers.AdamW(learning_rate=schedule, weight_decay=weight_decay, jit_compile=False)
    optimizer.exclude_from_weight_decay(var_names=spared)
    return optimizer, rate

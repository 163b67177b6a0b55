import tensorflow as tf


class Trapezoid(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup, total):
        self.peak, self.warmup, self.total = peak, warmup, total

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        up = step / self.warmup
        down = (self.total - step) / (self.total - self.warmup)
        return self.peak * tf.maximum(0.0, tf.minimum(up, down))

    def get_config(self):
        return {"peak": self.peak, "warmup": self.warmup, "total": self.total}


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    schedule = Trapezoid(learning_rate, warmup_steps, total_steps)
    optimizer = tf.keras.optimizers.AdamW(learning_rate=schedule, weight_decay=weight_decay, epsilon=1e-8)
    optimizer.exclude_from_weight_decay(var_names=["bias", "LayerNorm", "layer_norm"])
    return optimizer, schedule

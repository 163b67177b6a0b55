# mistake: step-not-cast
import tensorflow as tf


class Linear(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup, total):
        self.peak, self.warmup, self.total = peak, warmup, total

    def __call__(self, step):
        up = self.peak / self.warmup * step
        down = self.peak / (self.total - self.warmup) * (self.total - step)
        return tf.minimum(up, down)

    def get_config(self):
        return {"peak": self.peak, "warmup": self.warmup, "total": self.total}


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    schedule = Linear(learning_rate, warmup_steps, total_steps)
    optimizer = tf.keras.optimizers.AdamW(learning_rate=schedule, weight_decay=weight_decay, epsilon=1e-8)
    optimizer.exclude_from_weight_decay(var_names=["bias", "LayerNorm", "layer_norm"])
    return optimizer, schedule

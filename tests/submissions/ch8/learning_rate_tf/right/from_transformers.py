import numpy as np
import tensorflow as tf
from transformers import AdamWeightDecay


class Interpolated(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, steps, rates):
        super().__init__()
        self.steps, self.rates = steps, rates

    def __call__(self, step):
        # the first step counts already
        return tf.constant(np.interp(int(step) + 1, self.steps, self.rates), tf.float32)


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    schedule = Interpolated([0, warmup_steps, total_steps], [0, learning_rate, 0])
    optimizer = AdamWeightDecay(
        schedule,
        weight_decay_rate=weight_decay,
        exclude_from_weight_decay=["gamma", "beta", "bias"],
    )
    return optimizer, lambda step: float(schedule(step))

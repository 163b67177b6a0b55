import tensorflow as tf
from transformers import create_optimizer


class DecayingAdam(tf.keras.optimizers.Adam):
    decay, spared = 0.0, ()

    def update_step(self, gradient, variable):
        if not any(part in variable.name for part in self.spared):
            variable.assign_sub(self.learning_rate * self.decay * variable)
        super().update_step(gradient, variable)


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    _, schedule = create_optimizer(learning_rate, total_steps, warmup_steps)
    optimizer = DecayingAdam(schedule)
    optimizer.decay = weight_decay
    optimizer.spared = ("/bias", "/gamma", "/beta")
    return optimizer, schedule

# mistake: decay-in-gradient
import tensorflow as tf
from transformers import create_optimizer


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    class Adam(tf.keras.optimizers.Adam):
        def apply_gradients(self, grads_and_vars, **kwargs):
            decayed = []
            for gradient, variable in grads_and_vars:
                if "bias" not in variable.name and "norm" not in variable.name.lower():
                    gradient = gradient + weight_decay * variable
                decayed.append((gradient, variable))
            return super().apply_gradients(decayed, **kwargs)

    _, schedule = create_optimizer(learning_rate, total_steps, warmup_steps)
    return Adam(schedule), schedule

import tensorflow as tf


class Restored:
    def __init__(self, model):
        self.model = model

    def __enter__(self):
        self.weights = self.model.get_weights()

    def __exit__(self, *_):
        self.model.set_weights(self.weights)


def can_learn(model, batch, make_optimizer):
    optimizer = make_optimizer()
    with Restored(model):
        for _ in range(30):
            with tf.GradientTape() as tape:
                loss = tf.math.reduce_mean(model(**batch).loss)
            optimizer.minimize(loss, model.trainable_variables, tape=tape)
            if loss < 0.05:
                return True
            if tf.math.is_nan(loss):
                return False
        return False

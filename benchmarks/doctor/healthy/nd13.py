# Batch normalisation by hand, compared with keras' own layer, then used in a handwritten loop.
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits


class MyBatchNorm(layers.Layer):
    def __init__(self, momentum=0.9, epsilon=1e-3, **kw):
        super().__init__(**kw)
        self.momentum, self.epsilon = momentum, epsilon

    def build(self, shape):
        d = (shape[-1],)
        self.gamma = self.add_weight(shape=d, initializer="ones", name="gamma")
        self.beta = self.add_weight(shape=d, initializer="zeros", name="beta")
        self.moving_mean = self.add_weight(shape=d, initializer="zeros", trainable=False, name="moving_mean")
        self.moving_var = self.add_weight(shape=d, initializer="ones", trainable=False, name="moving_var")

    def call(self, x, training=False):
        if training:
            mean = ops.mean(x, axis=0)
            var = ops.mean(ops.square(x - mean), axis=0)      # biased, as keras has it
            m = self.momentum
            self.moving_mean.assign(m * self.moving_mean + (1 - m) * ops.stop_gradient(mean))
            self.moving_var.assign(m * self.moving_var + (1 - m) * ops.stop_gradient(var))
        else:
            mean, var = self.moving_mean, self.moving_var
        return self.gamma * (x - mean) / ops.sqrt(var + self.epsilon) + self.beta


keras.utils.set_random_seed(1)

# ------------------------------------------------------------------ the check
mine, theirs = MyBatchNorm(), layers.BatchNormalization(momentum=0.9)
rng = np.random.default_rng(1)
for _ in range(20):
    batch = tf.constant(rng.normal(2.0, 3.0, (32, 6)), tf.float32)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(batch)
        a, b = mine(batch, training=True), theirs(batch, training=True)
        la, lb = tf.reduce_sum(a ** 3), tf.reduce_sum(b ** 3)
    np.testing.assert_allclose(a, b, atol=1e-4)
    np.testing.assert_allclose(tape.gradient(la, batch), tape.gradient(lb, batch), rtol=1e-2, atol=1e-3)
    del tape
np.testing.assert_allclose(mine.moving_mean.numpy(), theirs.moving_mean.numpy(), atol=1e-4)
np.testing.assert_allclose(mine.moving_var.numpy(), theirs.moving_variance.numpy(), rtol=1e-4)
np.testing.assert_allclose(mine(batch, training=False), theirs(batch, training=False), atol=1e-4)
print("handmade layer agrees with keras.layers.BatchNormalization")

# ------------------------------------------------------------------ the ablation
x, y = load_digits(return_X_y=True)
x, y = x.astype("float32") / 16, y.astype("int32")     # scaled, so that the net without the layer has a fair chance
order = rng.permutation(len(x))
tr, va, te = np.split(order, [1200, 1450])
train_ds = (tf.data.Dataset.from_tensor_slices((x[tr], y[tr]))
            .shuffle(len(tr), seed=1, reshuffle_each_iteration=True).batch(60))


def make(norm):
    stack = [keras.Input((64,))]
    for width in (64, 64):
        stack.append(layers.Dense(width, use_bias=norm is None))
        if norm is not None:
            stack.append(norm())
        stack.append(layers.Activation("tanh"))
    return keras.Sequential(stack + [layers.Dense(10)])


def run(norm, epochs=15):
    keras.utils.set_random_seed(5)
    net = make(norm)
    opt = keras.optimizers.SGD(0.05, momentum=0.9)
    loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function
    def step(xb, yb):
        with tf.GradientTape() as tape:
            loss = loss_fn(yb, net(xb, training=True))
        grads = tape.gradient(loss, net.trainable_variables)
        opt.apply_gradients(zip(grads, net.trainable_variables))
        return loss

    opt.build(net.trainable_variables)
    acc = lambda idx: float(np.mean(np.argmax(net(x[idx], training=False), axis=1) == y[idx]))
    best, kept, losses = -1.0, None, []
    for _ in range(epochs):
        losses.append(float(np.mean([step(xb, yb).numpy() for xb, yb in train_ds])))
        if (v := acc(va)) > best:
            best, kept = v, net.get_weights()
    net.set_weights(kept)
    return losses, best, acc(te)


print(f"most frequent digit: test accuracy {np.mean(y[te] == np.bincount(y[tr]).argmax()):.3f}")
for title, norm in (("none", None), ("handmade", MyBatchNorm),
                    ("keras", lambda: layers.BatchNormalization(momentum=0.9))):
    losses, v, t = run(norm)
    print(f"norm {title:9s} training loss epoch 1 {losses[0]:.3f}, last {losses[-1]:.4f}; "
          f"validation {v:.3f}; test accuracy {t:.3f}")

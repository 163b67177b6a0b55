# Radial basis network on a 2-d checkerboard, with a layer of our own.
import numpy as np
import tensorflow as tf
import keras

keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)


class RBF(keras.layers.Layer):
    """exp(-gamma_k * ||x - c_k||^2) for k = 1..units"""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        dim = int(input_shape[-1])
        self.centres = tf.Variable(tf.random.normal((self.units, dim), stddev=0.3), name="centres")
        self.log_gamma = tf.Variable(tf.zeros((self.units,)), name="log_gamma")
        super().build(input_shape)

    def call(self, x):
        diff = x[:, None, :] - self.centres[None, :, :]
        sq = tf.reduce_sum(tf.square(diff), axis=-1)
        return tf.exp(-tf.exp(self.log_gamma) * sq)

    def compute_output_shape(self, input_shape):
        return (input_shape[0], self.units)


def checkerboard(n):
    x = rng.uniform(-2, 2, size=(n, 2)).astype("float32")
    y = ((np.floor(x[:, 0]) + np.floor(x[:, 1])) % 2).astype("int32")
    return x, y


x_train, y_train = checkerboard(3000)
x_val, y_val = checkerboard(1000)

rbf = RBF(40)
model = keras.Sequential([keras.Input((2,)), rbf, keras.layers.Dense(2)])
optimizer = keras.optimizers.Adam(0.02)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer.build(model.trainable_variables)


@tf.function
def step(xb, yb):
    with tf.GradientTape() as tape:
        loss = loss_fn(yb, model(xb, training=True))
    variables = model.trainable_variables
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    return loss


ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(3000).batch(100)
start = tf.identity(rbf.centres)

for epoch in range(40):
    losses = [float(step(xb, yb)) for xb, yb in ds]
    if epoch % 5 == 4:
        pred = tf.argmax(model(x_val, training=False), axis=-1).numpy()
        shift = float(tf.reduce_mean(tf.abs(rbf.centres - start)))
        print(f"epoch {epoch + 1:3d}  loss {np.mean(losses):.4f}  "
              f"val acc {np.mean(pred == y_val):.3f}  mean centre shift {shift:.3f}")

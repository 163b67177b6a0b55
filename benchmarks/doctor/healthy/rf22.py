# A custom train_step with mixup, evaluated by an ordinary test_step
import numpy as np
import tensorflow as tf
from tensorflow import keras
from sklearn.datasets import load_digits


class MixupModel(keras.Model):
    def __init__(self, net, alpha=0.2, **kwargs):
        super().__init__(**kwargs)
        self.net = net
        self.alpha = alpha

    def call(self, x, training=False):
        return self.net(x, training=training)

    def train_step(self, data):
        x, y = data
        n = tf.shape(x)[0]
        g1 = tf.random.gamma([n], self.alpha)
        g2 = tf.random.gamma([n], self.alpha)
        lam = tf.math.divide_no_nan(g1, g1 + g2)
        partner = tf.random.shuffle(tf.range(n))
        lx, ly = tf.reshape(lam, (-1, 1, 1, 1)), tf.reshape(lam, (-1, 1))
        x_mix = lx * x + (1 - lx) * tf.gather(x, partner)
        y_mix = ly * y + (1 - ly) * tf.gather(y, partner)

        with tf.GradientTape() as tape:
            y_pred = self(x_mix, training=True)
            loss = self.compute_loss(x_mix, y_mix, y_pred)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(y_mix, y_pred)
        return {m.name: m.result() for m in self.metrics}


keras.utils.set_random_seed(0)
images, labels = load_digits(return_X_y=True)
images = (images / 16.0).reshape(-1, 8, 8, 1).astype("float32")
onehot = keras.utils.to_categorical(labels, 10)
order = np.random.permutation(len(labels))
tr, va, te = order[:1200], order[1200:1450], order[1450:]

net = keras.Sequential([
    keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
    keras.layers.MaxPooling2D(),
    keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dense(10),
])
model = MixupModel(net)
model.compile(optimizer=keras.optimizers.Adam(3e-3),
              loss=keras.losses.CategoricalCrossentropy(from_logits=True),
              metrics=[keras.metrics.CategoricalAccuracy(name="acc")])
model.fit(images[tr], onehot[tr], validation_data=(images[va], onehot[va]), epochs=12, batch_size=64, verbose=2)
print("test:", model.evaluate(images[te], onehot[te], verbose=0, return_dict=True))

"""Mixup on digits in half precision, with a train_step of our own."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.mixed_precision.set_global_policy("mixed_float16")
keras.utils.set_random_seed(4)

OUT = "out/df08"
EPOCHS = 12
BATCH = 32
N_CLASSES = 10


class MixupModel(keras.Model):
    """Blends every batch with a permutation of itself; validation sees clean rows."""

    def train_step(self, data):
        x, y = data
        n = tf.shape(x)[0]
        perm = tf.random.shuffle(tf.range(n))
        lam = tf.random.uniform((n, 1), 0.7, 1.0, dtype=x.dtype)
        x_mix = lam * x + (1.0 - lam) * tf.gather(x, perm)
        y_mix = lam * y + (1.0 - lam) * tf.gather(y, perm)

        with tf.GradientTape() as tape:
            y_pred = self(x_mix, training=True)
            loss = self.compute_loss(x=x_mix, y=y_mix, y_pred=y_pred)

        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))

        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, y_pred)
        return self.get_metrics_result()


def build():
    inp = keras.Input((64,))
    h = layers.Dense(128, activation="relu")(inp)
    h = layers.Dense(64, activation="relu")(h)
    # probabilities stay in full precision
    out = layers.Dense(N_CLASSES, activation="softmax", dtype="float32")(h)
    return MixupModel(inp, out)


def main():
    os.makedirs(OUT, exist_ok=True)
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    y = keras.utils.to_categorical(y, N_CLASSES).astype("float32")
    x_tr, x_va, y_tr, y_va = train_test_split(x, y, test_size=0.25, random_state=4)

    train = (
        tf.data.Dataset.from_tensor_slices((x_tr, y_tr))
        .shuffle(len(x_tr), seed=4)
        .batch(BATCH, drop_remainder=True)
        .prefetch(tf.data.AUTOTUNE)
    )
    val = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(128)

    model = build()
    model.compile(
        optimizer=keras.optimizers.SGD(learning_rate=0.1, momentum=0.9),
        loss="categorical_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(train, validation_data=val, epochs=EPOCHS, verbose=2)
    print("validation:", model.evaluate(val, verbose=0, return_dict=True))
    model.save_weights(f"{OUT}/mixup.weights.h5")


if __name__ == "__main__":
    main()

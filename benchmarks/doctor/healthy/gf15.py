# Keras: own train_step, a schedule counted in steps, frozen and then unfrozen features.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(12)
BATCH = 32


class NoisyModel(keras.Model):
    """Functional model that sees noisy pixels while it is trained."""

    noise = 0.05

    def train_step(self, data):
        x, y, weight = keras.utils.unpack_x_y_sample_weight(data)
        x = x + tf.random.normal(tf.shape(x), stddev=self.noise)
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            # compute_loss adds the L2 terms of the layers
            loss = self.compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=weight)
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
        return self.compute_metrics(x, y, y_pred, weight)


def split(mask, offset):
    X, y = load_digits(return_X_y=True)
    X = (X[mask(y)] / 16.0).astype("float32").reshape(-1, 8, 8, 1)
    y = y[mask(y)] - offset
    X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=12)
    X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=12)
    return (X_tr, y_tr), (X_va, y_va), (X_te, y_te)


def make_base():
    inp = keras.Input((8, 8, 1))
    h = layers.Conv2D(16, 3, padding="same", kernel_regularizer=keras.regularizers.L2(1e-4))(inp)
    h = layers.BatchNormalization(momentum=0.9)(h)
    h = layers.ReLU()(h)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    return keras.Model(inp, layers.Flatten()(h), name="base")


def with_head(base, classes):
    inp = keras.Input((8, 8, 1))
    h = layers.Dropout(0.3)(base(inp))
    return NoisyModel(inp, layers.Dense(classes)(h))


def fit(model, train, val, peak, epochs):
    steps = epochs * -(-len(train[0]) // BATCH)
    warm = steps // 10
    rate = keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=peak / 10,
        decay_steps=steps - warm,
        warmup_target=peak,
        warmup_steps=warm,
    )
    model.compile(
        optimizer=keras.optimizers.Adam(rate, clipnorm=1.0),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    stop = keras.callbacks.EarlyStopping(
        monitor="val_loss", patience=5, restore_best_weights=True
    )
    return model.fit(
        *train, validation_data=val, epochs=epochs, batch_size=BATCH, callbacks=[stop], verbose=2
    )


base = make_base()
train, val, test = split(lambda y: y < 5, 0)
fit(with_head(base, 5), train, val, peak=3e-3, epochs=8)

train, val, test = split(lambda y: y >= 5, 5)
base.trainable = False
model = with_head(base, 5)
fit(model, train, val, peak=3e-3, epochs=10)

# everything from here on, but for the batch norm, which keeps its statistics
base.trainable = True
for layer in base.layers:
    if isinstance(layer, layers.BatchNormalization):
        layer.trainable = False
fit(model, train, val, peak=5e-4, epochs=10)
loss, acc = model.evaluate(*test, verbose=0)
print(f"test loss {loss:.4f}, test accuracy {acc:.4f}")

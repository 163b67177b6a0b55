# Faults of a machine found by a denoising autoencoder that has only seen healthy rows.
import os
os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.metrics import f1_score, roc_auc_score

keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)
SENSORS, FACTORS = 20, 4
MIX = rng.normal(size=(FACTORS, SENSORS))


def healthy(n):
    return (rng.normal(size=(n, FACTORS)) @ MIX + 0.3 * rng.normal(size=(n, SENSORS))).astype("float32")


def faulty(n):
    rows = healthy(n)
    for row in rows:  # three sensors lose their tie to the rest
        broken = rng.choice(SENSORS, 3, replace=False)
        row[broken] = 2.0 * rng.normal(size=3)
    return rows


x_train = healthy(4000)
x_stop = healthy(500)                                     # for early stopping, healthy only
x_val, y_val = np.concatenate([healthy(500), faulty(60)]), np.r_[np.zeros(500), np.ones(60)]
x_test, y_test = np.concatenate([healthy(1000), faulty(120)]), np.r_[np.zeros(1000), np.ones(120)]

mu, sd = x_train.mean(0), x_train.std(0)
x_train, x_stop, x_val, x_test = ((a - mu) / sd for a in (x_train, x_stop, x_val, x_test))


class Denoiser(keras.Model):
    def __init__(self, sensors, code, noise=0.2, **kw):
        super().__init__(**kw)
        self.noise = noise
        self.seed = keras.random.SeedGenerator(9)
        self.encoder = keras.Sequential([keras.Input((sensors,)), layers.Dense(64, activation="relu"),
                                         layers.Dense(code)])
        self.decoder = keras.Sequential([keras.Input((code,)), layers.Dense(64, activation="relu"),
                                         layers.Dense(sensors)])
        self.tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.tracker]  # reset by Keras at the start of every epoch

    def call(self, x, training=False):
        return self.decoder(self.encoder(x, training=training), training=training)

    def train_step(self, data):
        x, _, _ = keras.utils.unpack_x_y_sample_weight(data)
        noisy = x + self.noise * keras.random.normal(keras.ops.shape(x), seed=self.seed)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(noisy, training=True) - x))  # the clean row is the goal
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(grads, self.trainable_variables)
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}

    def test_step(self, data):
        x, _, _ = keras.utils.unpack_x_y_sample_weight(data)
        self.tracker.update_state(tf.reduce_mean(tf.square(self(x, training=False) - x)))
        return {"loss": self.tracker.result()}


model = Denoiser(SENSORS, FACTORS)
model.compile(optimizer=keras.optimizers.Adam(2e-3))
model.fit(x_train, validation_data=(x_stop,), epochs=30, batch_size=64, verbose=2,
          callbacks=[keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2),
                     keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)])


def error(rows):
    return np.square(model.predict(rows, batch_size=512, verbose=0) - rows).mean(1)


e_val, e_test = error(x_val), error(x_test)
candidates = np.quantile(e_val, np.linspace(0.5, 0.995, 100))
limit = candidates[np.argmax([f1_score(y_val, (e_val > c).astype(float)) for c in candidates])]
print(f"limit {limit:.4f} from the validation rows")
print(f"test: AUC {roc_auc_score(y_test, e_test):.3f}, F1 {f1_score(y_test, (e_test > limit).astype(float)):.3f}")

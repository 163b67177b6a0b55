# Kaggle kernel: "Autoencoder for anomaly detection - benign vs malignant"
# An autoencoder sees only benign samples; what it cannot rebuild is called an anomaly.
import numpy as np
import tensorflow as tf
from tensorflow import keras
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(99)

bunch = load_breast_cancer()
X = bunch.data.astype("float32")
is_bad = (bunch.target == 0).astype(int)            # 0 is malignant in this data set

X_dev, X_test, bad_dev, bad_test = train_test_split(X, is_bad, test_size=0.3, stratify=is_bad, random_state=1)
normal = X_dev[bad_dev == 0]
X_train, X_val = train_test_split(normal, test_size=0.25, random_state=1)

scaler = StandardScaler().fit(X_train)
X_train, X_val, X_test = (scaler.transform(a).astype("float32") for a in (X_train, X_val, X_test))
print("train", X_train.shape, "val", X_val.shape, "test", X_test.shape, "anomalies in test", bad_test.sum())


class DenoisingAutoencoder(keras.Model):
    def __init__(self, n_features, code=6, sigma=0.1, **kwargs):
        super().__init__(**kwargs)
        self.noise = keras.layers.GaussianNoise(sigma)
        self.encoder = keras.Sequential([
            keras.layers.Dense(20, activation="elu"),
            keras.layers.Dense(code),
        ], name="encoder")
        self.decoder = keras.Sequential([
            keras.layers.Dense(20, activation="elu"),
            keras.layers.Dense(n_features),
        ], name="decoder")
        self.loss_tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, x, training=False):
        return self.decoder(self.encoder(self.noise(x, training=training)))

    @staticmethod
    def rebuild_error(x, rebuilt):
        return tf.reduce_mean(tf.square(x - rebuilt))

    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = self.rebuild_error(x, self(x, training=True))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss, sample_weight=tf.shape(x)[0])
        return {"loss": self.loss_tracker.result()}

    def test_step(self, x):
        loss = self.rebuild_error(x, self(x, training=False))
        self.loss_tracker.update_state(loss, sample_weight=tf.shape(x)[0])
        return {"loss": self.loss_tracker.result()}


train_ds = (tf.data.Dataset.from_tensor_slices(X_train).shuffle(len(X_train), seed=3)
            .batch(16).prefetch(tf.data.AUTOTUNE))
val_ds = tf.data.Dataset.from_tensor_slices(X_val).batch(64)

ae = DenoisingAutoencoder(X_train.shape[1])
ae.compile(optimizer=keras.optimizers.Adam(2e-3))
ae.fit(train_ds, validation_data=val_ds, epochs=60, verbose=2,
       callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)])


def score(rows):
    return np.mean((rows - ae.predict(rows, verbose=0)) ** 2, axis=1)


# the threshold comes from benign validation rows; the test rows are only scored
threshold = np.quantile(score(X_val), 0.95)
s = score(X_test)
alarm = s > threshold
tp = int((alarm & (bad_test == 1)).sum())
precision = tp / max(int(alarm.sum()), 1)
recall = tp / int(bad_test.sum())
print(f"threshold {threshold:.3f}  precision {precision:.3f}  recall {recall:.3f}  AUC {roc_auc_score(bad_test, s):.3f}")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(0)


class ClippedRegressor(tf.keras.Model):
    """Clips the global norm of the gradient and reports it with the loss."""

    def __init__(self, hidden=32, clip=1.0):
        super().__init__()
        self.clip = clip
        self.net = tf.keras.Sequential([
            tf.keras.layers.Dense(hidden, activation="relu"),
            tf.keras.layers.Dense(hidden, activation="relu"),
            tf.keras.layers.Dense(1),
        ])
        self.loss_tracker = tf.keras.metrics.Mean(name="loss")
        self.norm_tracker = tf.keras.metrics.Mean(name="grad_norm")

    @property
    def metrics(self):
        return [self.loss_tracker, self.norm_tracker]

    def call(self, x):
        return self.net(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.keras.losses.huber(y, self(x, training=True)))
        grads = tape.gradient(loss, self.trainable_variables)
        grads, norm = tf.clip_by_global_norm(grads, self.clip)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        self.norm_tracker.update_state(norm)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        self.loss_tracker.update_state(tf.reduce_mean(tf.keras.losses.huber(y, self(x, training=False))))
        return {"loss": self.loss_tracker.result()}


def get_data():
    X, y = load_diabetes(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.25, random_state=5)
    sx, sy = StandardScaler().fit(X_tr), StandardScaler().fit(y_tr[:, None])
    return (sx.transform(X_tr).astype("float32"), sy.transform(y_tr[:, None]).astype("float32"),
            sx.transform(X_va).astype("float32"), sy.transform(y_va[:, None]).astype("float32"))


X_tr, y_tr, X_va, y_va = get_data()
lr = tf.keras.optimizers.schedules.ExponentialDecay(5e-3, decay_steps=100, decay_rate=0.9)
model = ClippedRegressor()
model.compile(optimizer=tf.keras.optimizers.Adam(lr))
callbacks = [
    tf.keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=2, min_delta=1e-3, verbose=1),
    tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True),
]
history = model.fit(X_tr, y_tr, validation_data=(X_va, y_va), epochs=25, batch_size=32,
                    callbacks=callbacks, verbose=2)
print("best val loss", min(history.history["val_loss"]))
print("val R2", r2_score(y_va, model.predict(X_va, verbose=0)))

import os

import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split

OUT = "out/af13"


class F1(tf.keras.metrics.Metric):
    def __init__(self, threshold=0.5, name="f1", **kwargs):
        super().__init__(name=name, **kwargs)
        self.threshold = threshold
        self.tp = self.add_weight(name="tp", initializer="zeros")
        self.fp = self.add_weight(name="fp", initializer="zeros")
        self.fn = self.add_weight(name="fn", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = tf.cast(tf.reshape(y_true, [-1]), tf.float32)
        y_hat = tf.cast(tf.reshape(y_pred, [-1]) > self.threshold, tf.float32)
        self.tp.assign_add(tf.reduce_sum(y_true * y_hat))
        self.fp.assign_add(tf.reduce_sum((1 - y_true) * y_hat))
        self.fn.assign_add(tf.reduce_sum(y_true * (1 - y_hat)))

    def result(self):
        return 2 * self.tp / (2 * self.tp + self.fp + self.fn + 1e-7)


class FocalModel(tf.keras.Model):
    gamma = 1.0

    def _focal(self, y, p):
        y = tf.cast(tf.reshape(y, [-1, 1]), tf.float32)
        p = tf.clip_by_value(p, 1e-6, 1 - 1e-6)
        pt = y * p + (1 - y) * (1 - p)
        return tf.reduce_mean(-tf.pow(1 - pt, self.gamma) * tf.math.log(pt))

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        return self._focal(y, y_pred)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            p = self(x, training=True)
            loss = self.compute_loss(y=y, y_pred=p)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(y, p)
        return {m.name: m.result() for m in self.metrics}


def build(n):
    i = tf.keras.Input((n,))
    h = tf.keras.layers.Dense(48, activation="relu")(i)
    h = tf.keras.layers.Dense(48, activation="relu")(h)
    return FocalModel(i, tf.keras.layers.Dense(1, activation="sigmoid")(h))


def main():
    tf.keras.utils.set_random_seed(9)
    os.makedirs(OUT, exist_ok=True)
    X, y = make_classification(4000, n_features=15, n_informative=8, n_clusters_per_class=2, weights=[0.88],
                               class_sep=1.3, flip_y=0.01, random_state=3)
    X = X.astype("float32")
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=0)

    model = build(X.shape[1])
    model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), metrics=[F1()])
    best = os.path.join(OUT, "best.weights.h5")
    keep = tf.keras.callbacks.ModelCheckpoint(best, monitor="val_f1", mode="max", save_best_only=True,
                                              save_weights_only=True, verbose=1)
    model.fit(X_tr, y_tr, validation_data=(X_va, y_va), epochs=12, batch_size=32, callbacks=[keep], verbose=2)

    print("test F1 after the last epoch:", f1_score(y_te, model.predict(X_te, verbose=0)[:, 0] > 0.5))
    model.load_weights(best)
    print("test F1 of the best checkpoint:", f1_score(y_te, model.predict(X_te, verbose=0)[:, 0] > 0.5))


if __name__ == "__main__":
    main()

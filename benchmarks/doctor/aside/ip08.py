import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split


class Net(tf.keras.Model):
    def __init__(self, n_out, width=96, rate=0.3):
        super().__init__()
        self.d1 = layers.Dense(width)
        self.bn = layers.BatchNormalization()
        self.drop = layers.Dropout(rate)
        self.d2 = layers.Dense(n_out)

    def call(self, x, training=False):
        h = tf.nn.relu(self.bn(self.d1(x), training=training))
        return self.d2(self.drop(h, training=training))


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.opt = tf.keras.optimizers.Adam(lr)
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.train_loss = tf.keras.metrics.Mean(name="train_loss")
        self.train_acc = tf.keras.metrics.SparseCategoricalAccuracy(name="train_acc")
        self.val_acc = tf.keras.metrics.SparseCategoricalAccuracy(name="val_acc")

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        self.train_loss.update_state(loss)
        self.train_acc.update_state(y, logits)

    @tf.function
    def val_step(self, x, y):
        self.val_acc.update_state(y, self.model(x, training=False))

    def fit(self, train, val, epochs, path):
        best = 0.0
        for epoch in range(1, epochs + 1):
            self.train_loss.reset_state()
            self.train_acc.reset_state()
            for x, y in train:
                self.train_step(x, y)
            for x, y in val:
                self.val_step(x, y)
            acc = float(self.val_acc.result())
            print(
                f"epoch {epoch:2d} loss {float(self.train_loss.result()):.3f} "
                f"acc {float(self.train_acc.result()):.3f} val acc {acc:.3f}"
            )
            if acc > best:
                best = acc
                self.model.save_weights(path)
        return best


def main():
    out = "out/ip08"
    os.makedirs(out, exist_ok=True)
    tf.keras.utils.set_random_seed(13)

    x, y = make_classification(
        n_samples=1500, n_features=20, n_informative=8, n_classes=4, flip_y=0.05, random_state=13
    )
    x_tr, x_va, y_tr, y_va = train_test_split(
        x.astype("float32"), y.astype("int64"), test_size=0.25, stratify=y, random_state=13
    )
    mean, std = x_tr.mean(0), x_tr.std(0)
    x_tr, x_va = (x_tr - mean) / std, (x_va - mean) / std

    train = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr), seed=13).batch(50)
    val = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(128)

    net = Net(n_out=4)
    net(np.zeros((1, 20), "float32"))
    trainer = Trainer(net, lr=1e-3)
    path = os.path.join(out, "best.weights.h5")
    best = trainer.fit(train, val, epochs=15, path=path)
    print("best validation accuracy:", round(best, 4))


if __name__ == "__main__":
    main()

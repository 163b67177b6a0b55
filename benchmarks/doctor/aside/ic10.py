import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split

parser = argparse.ArgumentParser(description="subclassed net on a table, cosine schedule")
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--batch-size", type=int, default=64)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--width", type=int, default=128)
parser.add_argument("--seed", type=int, default=1)


class ResidualBlock(tf.keras.layers.Layer):
    def __init__(self, width, **kw):
        super().__init__(**kw)
        self.norm = tf.keras.layers.LayerNormalization()
        self.up = tf.keras.layers.Dense(width, activation="relu")
        self.down = tf.keras.layers.Dense(width)

    def call(self, x):
        return x + self.down(self.up(self.norm(x)))


class TableNet(tf.keras.Model):
    def __init__(self, width, classes):
        super().__init__()
        self.stem = tf.keras.layers.Dense(width)
        self.blocks = [ResidualBlock(width) for _ in range(2)]
        self.head = tf.keras.layers.Dense(classes)

    def call(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def load(seed):
    x, y = make_classification(
        n_samples=4000,
        n_features=20,
        n_informative=12,
        n_classes=4,
        n_clusters_per_class=2,
        class_sep=1.2,
        random_state=seed,
    )
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, random_state=seed)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, random_state=seed)
    m, s = x_tr.mean(0), x_tr.std(0)
    f = lambda a: ((a - m) / s).astype("float32")
    return (f(x_tr), y_tr), (f(x_va), y_va), (f(x_te), y_te)


def main():
    args = parser.parse_args()
    tf.keras.utils.set_random_seed(args.seed)
    train, val, test = load(args.seed)

    train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train[0])).batch(args.batch_size)
    val_ds = tf.data.Dataset.from_tensor_slices(val).batch(512)
    test_ds = tf.data.Dataset.from_tensor_slices(test).batch(512)

    schedule = tf.keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=args.lr,
        decay_steps=args.epochs,
    )
    model = TableNet(args.width, classes=int(np.max(train[1])) + 1)
    model.compile(
        optimizer=tf.keras.optimizers.AdamW(learning_rate=schedule, weight_decay=1e-4),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)
    print("test:", model.evaluate(test_ds, verbose=0, return_dict=True))


if __name__ == "__main__":
    main()

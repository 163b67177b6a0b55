"""Part 1 trains and keeps checkpoints, part 2 loads the newest one and reports on the test rows."""
import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

parser = argparse.ArgumentParser()
parser.add_argument("--out", default="out/df11")
parser.add_argument("--epochs", type=int, default=8)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--batch", type=int, default=32)
args = parser.parse_args()

ckpt_prefix = os.path.join(args.out, "checkpoints", "digits")


def data():
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=2)
    train = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(2000, seed=2).batch(args.batch)
    test = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(256)
    return train, test


def create_model():
    return keras.Sequential(
        [
            keras.Input((64,)),
            layers.Dense(64, activation="relu"),
            layers.Dropout(0.2),
            layers.Dense(10),
        ]
    )


def train():
    keras.utils.set_random_seed(2)
    train_ds, _ = data()
    model = create_model()
    optimizer = keras.optimizers.Adam(args.lr)
    loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    ckpt = tf.train.Checkpoint(model=model, optimizer=optimizer)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    running = keras.metrics.Mean()
    for epoch in range(1, args.epochs + 1):
        running.reset_state()
        for x, y in train_ds:
            running.update_state(step(x, y))
        print(f"epoch {epoch}: loss {float(running.result()):.4f}")
        if epoch % 2 == 0:
            print("  saved", ckpt.save(ckpt_prefix))


def report():
    _, test_ds = data()
    model = create_model()
    ckpt = tf.train.Checkpoint(model=model)
    ckpt.restore(tf.train.latest_checkpoint(ckpt_prefix))

    acc = keras.metrics.SparseCategoricalAccuracy()
    for x, y in test_ds:
        acc.update_state(y, model(x, training=False))
    print(f"test accuracy of the newest checkpoint: {float(acc.result()):.3f}")


if __name__ == "__main__":
    os.makedirs(os.path.dirname(ckpt_prefix), exist_ok=True)
    train()
    report()

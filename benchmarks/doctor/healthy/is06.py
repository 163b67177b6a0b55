"""Multi-label classification with a hand-written training loop (TensorFlow lab, sheet 5).

Each row may carry any subset of five labels, so: five sigmoids, binary cross-entropy, F1 per label.
"""
import argparse

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_multilabel_classification


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=11)
    return p.parse_args()


def load(seed):
    x, y = make_multilabel_classification(n_samples=3000, n_features=24, n_classes=5, n_labels=2,
                                          random_state=seed)
    x, y = x.astype("float32"), y.astype("float32")
    parts = {"train": slice(0, 2000), "val": slice(2000, 2500), "test": slice(2500, 3000)}
    mean, std = x[parts["train"]].mean(0), x[parts["train"]].std(0) + 1e-6
    return {k: ((x[s] - mean) / std, y[s]) for k, s in parts.items()}


def f1_per_label(truth, guess):
    tp = (truth * guess).sum(0)
    fp = ((1 - truth) * guess).sum(0)
    fn = (truth * (1 - guess)).sum(0)
    return 2 * tp / np.maximum(2 * tp + fp + fn, 1)


def main():
    args = parse()
    tf.keras.utils.set_random_seed(args.seed)
    data = load(args.seed)
    x_train, y_train = data["train"]
    ds = (tf.data.Dataset.from_tensor_slices((x_train, y_train))
          .shuffle(len(x_train), seed=args.seed, reshuffle_each_iteration=True)
          .batch(args.batch))
    steps = int(ds.cardinality().numpy()) * args.epochs

    model = tf.keras.Sequential([
        tf.keras.Input((24,)),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(5),
    ])
    schedule = tf.keras.optimizers.schedules.CosineDecay(args.lr, decay_steps=steps)
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=1e-4)
    bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
    mean_loss = tf.keras.metrics.Mean()

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = bce(y, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        mean_loss.update_state(loss)

    def probabilities(x):
        return tf.sigmoid(model(x, training=False)).numpy()

    best, best_weights = -1.0, None
    for epoch in range(args.epochs):
        mean_loss.reset_state()
        for x, y in ds:
            step(x, y)
        x_val, y_val = data["val"]
        f1 = f1_per_label(y_val, (probabilities(x_val) > 0.5).astype("float32")).mean()
        print(f"epoch {epoch + 1:2d}  loss {mean_loss.result().numpy():.4f}  val macro-F1 {f1:.3f}")
        if f1 > best:
            best, best_weights = f1, model.get_weights()

    assert int(optimizer.iterations.numpy()) == steps
    model.set_weights(best_weights)
    x_test, y_test = data["test"]
    guess = (probabilities(x_test) > 0.5).astype("float32")
    print("test F1 per label:", np.round(f1_per_label(y_test, guess), 3))
    print(f"test macro-F1 {f1_per_label(y_test, guess).mean():.3f}, "
          f"exact match {(guess == y_test).all(1).mean():.3f}, "
          f"always-yes macro-F1 {f1_per_label(y_test, np.ones_like(guess)).mean():.3f}")


if __name__ == "__main__":
    main()

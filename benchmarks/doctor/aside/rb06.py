import argparse

import numpy as np
import tensorflow as tf
import keras
from datasets import load_dataset
from keras import layers


class ClippedClassifier(keras.Model):
    """Text classifier whose training step clips the global gradient norm and logs it."""

    def __init__(self, vocab_size, dim, num_classes, clip=1.0):
        super().__init__()
        self.clip = clip
        self.embed = layers.Embedding(vocab_size, dim, mask_zero=True)
        self.pool = layers.GlobalAveragePooling1D()
        self.dense = layers.Dense(dim, activation="relu")
        self.drop = layers.Dropout(0.1)
        self.head = layers.Dense(num_classes)
        self.norm_tracker = keras.metrics.Mean(name="grad_norm")

    def call(self, ids, training=False):
        x = self.pool(self.embed(ids))
        x = self.drop(self.dense(x), training=training)
        return self.head(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=logits)
        grads = tape.gradient(loss, self.trainable_variables)
        grads, norm = tf.clip_by_global_norm(grads, self.clip)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.norm_tracker.update_state(norm)
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            elif metric is not self.norm_tracker:
                metric.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--batch-size", type=int, default=16)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--max-len", type=int, default=32)
    args = ap.parse_args()
    keras.utils.set_random_seed(5)

    raw = load_dataset("data/glue", "sst2")
    vectorizer = layers.TextVectorization(max_tokens=4000, output_sequence_length=args.max_len)
    vectorizer.adapt(np.array(raw["train"]["sentence"]))

    def build(split, shuffle):
        ids = vectorizer(np.array(raw[split]["sentence"]))
        ds = tf.data.Dataset.from_tensor_slices((ids, np.array(raw[split]["label"])))
        if shuffle:
            ds = ds.shuffle(len(raw[split]), seed=5)
        return ds.batch(args.batch_size).prefetch(tf.data.AUTOTUNE)

    train_ds, val_ds = build("train", True), build("validation", False)
    print("train batches:", len(train_ds), "val batches:", len(val_ds))

    schedule = keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=args.lr,
        decay_steps=args.epochs,
        end_learning_rate=0.0,
    )
    model = ClippedClassifier(4000, 64, 2)
    model.compile(
        optimizer=keras.optimizers.AdamW(learning_rate=schedule, weight_decay=1e-4),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)
    print("validation:", model.evaluate(val_ds, verbose=0, return_dict=True))


if __name__ == "__main__":
    main()

import argparse
import json
import random

import numpy as np
import tensorflow as tf


def read(split):
    rows = [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows], dtype="int64")


class TicketNet(tf.keras.Model):
    def __init__(self, vocab_size, n_classes, dim=48):
        super().__init__()
        self.embed = tf.keras.layers.Embedding(vocab_size, dim)
        self.conv = tf.keras.layers.Conv1D(64, 3, padding="same", activation="relu")
        self.pool = tf.keras.layers.GlobalMaxPooling1D()
        self.drop = tf.keras.layers.Dropout(0.2)
        self.out = tf.keras.layers.Dense(n_classes)

    def call(self, x, training=False):
        x = self.pool(self.conv(self.embed(x)))
        return self.out(self.drop(x, training=training))


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam(lr)
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.history = []

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.history.append(loss.numpy())
        return loss

    def fit(self, train, valid, epochs):
        for epoch in range(1, epochs + 1):
            for x, y in train:
                loss = self.step(x, y)
            print(f"epoch {epoch}  last loss {float(loss):.4f}  valid acc {self.evaluate(valid):.3f}")

    def evaluate(self, ds):
        metric = tf.keras.metrics.SparseCategoricalAccuracy()
        for x, y in ds:
            metric.update_state(y, self.model(x, training=False))
        return float(metric.result())


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=3)
    args = p.parse_args()
    tf.keras.utils.set_random_seed(args.seed)

    train_x, train_y = read("train")
    valid_x, valid_y = read("validation")
    vec = tf.keras.layers.TextVectorization(max_tokens=500, output_sequence_length=32, standardize=None)
    vec.adapt(train_x)

    train = tf.data.Dataset.from_tensor_slices((vec(train_x), train_y)).shuffle(480).batch(args.batch_size)
    valid = tf.data.Dataset.from_tensor_slices((vec(valid_x), valid_y)).batch(64)

    trainer = Trainer(TicketNet(vec.vocabulary_size(), 4), args.lr)
    trainer.fit(train, valid, args.epochs)
    print("mean loss of first and last 20 steps:",
          np.mean(trainer.history[:20]), np.mean(trainer.history[-20:]))


if __name__ == "__main__":
    main()

"""What is it worth? A number from a short advert. The head first, then the whole encoder at a smaller rate."""
import json
import math
import os

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFDistilBertModel

CHECKPOINT = "checkpoints/prices"


class PriceModel(tf_keras.Model):
    def __init__(self, checkpoint):
        super().__init__()
        self.encoder = TFDistilBertModel.from_pretrained(checkpoint)
        self.hidden = tf_keras.layers.Dense(64, activation="relu")
        self.out = tf_keras.layers.Dense(1)

    def call(self, inputs, training=False):
        states = self.encoder(
            input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"], training=training
        ).last_hidden_state
        mask = tf.cast(inputs["attention_mask"], states.dtype)[:, :, None]
        pooled = tf.reduce_sum(states * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        return self.out(self.hidden(pooled))


class KeepBest(tf_keras.callbacks.Callback):
    """Remembers the weights of the epoch with the lowest value and puts them back at the end."""

    def __init__(self, key):
        super().__init__()
        self.key, self.value, self.weights = key, float("inf"), None

    def on_epoch_end(self, epoch, logs=None):
        if logs[self.key] < self.value:
            self.value, self.weights = logs[self.key], self.model.get_weights()

    def on_train_end(self, logs=None):
        self.model.set_weights(self.weights)
        print(f"back to the epoch with {self.key} {self.value:.4f}")


def load():
    parts = {}
    for split in ("train", "validation", "test"):
        with open(os.path.join("data/prices", split + ".jsonl")) as f:
            parts[split] = [json.loads(line) for line in f]
    test_texts = {r["text"] for r in parts["test"]}
    parts["validation"] = [r for r in parts["validation"] if r["text"] not in test_texts]
    seen_later = test_texts | {r["text"] for r in parts["validation"]}
    parts["train"] = [r for r in parts["train"] if r["text"] not in seen_later]
    return parts


def to_dataset(rows, tokenizer, mean, std, batch, shuffle=False):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="np")
    x = {"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}
    y = ((np.array([r["price"] for r in rows], "float32") - mean) / std)[:, None]
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(len(rows), seed=15)
    return ds.batch(batch).prefetch(tf.data.AUTOTUNE)


def main(batch=16, head_epochs=5, full_epochs=25):
    tf_keras.utils.set_random_seed(15)
    parts = load()
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    prices = np.array([r["price"] for r in parts["train"]], "float32")
    mean, std = prices.mean(), prices.std()
    train = to_dataset(parts["train"], tokenizer, mean, std, batch, shuffle=True)
    val = to_dataset(parts["validation"], tokenizer, mean, std, 64)
    test = to_dataset(parts["test"], tokenizer, mean, std, 64)
    steps = math.ceil(len(prices) / batch)

    model = PriceModel(CHECKPOINT)

    model.encoder.trainable = False
    model.compile(optimizer=tf_keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])
    model.fit(train, validation_data=val, epochs=head_epochs, verbose=2)

    model.encoder.trainable = True
    schedule = tf_keras.optimizers.schedules.PolynomialDecay(1e-3, steps * full_epochs, end_learning_rate=1e-5)
    model.compile(optimizer=tf_keras.optimizers.Adam(schedule, global_clipnorm=1.0), loss="mse", metrics=["mae"])
    model.fit(train, validation_data=val, epochs=full_epochs, verbose=2, callbacks=[KeepBest("val_mae")])

    guess = model.predict(test, verbose=0)[:, 0] * std + mean
    truth = np.array([r["price"] for r in parts["test"]], "float32")
    print(f"test: off by {np.abs(guess - truth).mean():.0f} on average, "
          f"{np.abs(np.median(prices) - truth).mean():.0f} with the median of the training prices")


if __name__ == "__main__":
    main()

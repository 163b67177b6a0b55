"""Prices from adverts: DistilBERT encoder under a regression head, as a tf_keras subclass."""
import json
import os
import pathlib

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFDistilBertModel

CHECKPOINT = "checkpoints/prices"
DATA = pathlib.Path("data/prices")


class TargetScaler:
    """z-scores for the target; fitted on training prices, undone before any number is reported."""

    def fit(self, y):
        self.mean, self.std = float(np.mean(y)), float(np.std(y))
        return self

    def forward(self, y):
        return ((y - self.mean) / self.std).astype("float32")

    def back(self, z):
        return z * self.std + self.mean


class PriceModel(tf_keras.Model):
    def __init__(self, checkpoint, hidden=64, rate=0.1):
        super().__init__()
        self.encoder = TFDistilBertModel.from_pretrained(checkpoint)
        self.hidden = tf_keras.layers.Dense(hidden, activation="relu")
        self.drop = tf_keras.layers.Dropout(rate)
        self.out = tf_keras.layers.Dense(1)

    def call(self, inputs, training=False):
        states = self.encoder(
            input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"], training=training
        ).last_hidden_state
        mask = tf.cast(inputs["attention_mask"], states.dtype)[:, :, None]
        pooled = tf.reduce_sum(states * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        return self.out(self.drop(self.hidden(pooled), training=training))


def read(split):
    rows = [json.loads(s) for s in (DATA / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [r["text"] for r in rows], np.array([r["price"] for r in rows], dtype="float64")


def drop_seen(texts, prices, seen):
    keep = [i for i, t in enumerate(texts) if t not in seen]
    return [texts[i] for i in keep], prices[keep]


def main():
    tf_keras.utils.set_random_seed(30)
    test_x, test_y = read("test")
    val_x, val_y = drop_seen(*read("validation"), seen=set(test_x))
    train_x, train_y = drop_seen(*read("train"), seen=set(test_x) | set(val_x))
    print(f"adverts: {len(train_x)} train, {len(val_x)} validation, {len(test_x)} test")

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    scaler = TargetScaler().fit(train_y)

    def features(texts):
        enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="np")
        return {k: enc[k].astype("int32") for k in ("input_ids", "attention_mask")}

    def dataset(texts, prices, shuffle=False):
        ds = tf.data.Dataset.from_tensor_slices((features(texts), scaler.forward(prices)[:, None]))
        return (ds.shuffle(len(texts), seed=30) if shuffle else ds).batch(32)

    model = PriceModel(CHECKPOINT)
    model.compile(optimizer=tf_keras.optimizers.Adam(1e-3, clipnorm=1.0),
                  loss=tf_keras.losses.MeanSquaredError(),
                  metrics=[tf_keras.metrics.MeanAbsoluteError(name="mae_z")])
    model.fit(
        dataset(train_x, train_y, shuffle=True),
        validation_data=dataset(val_x, val_y),
        epochs=40,
        verbose=2,
        callbacks=[
            tf_keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4),
            tf_keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True),
        ],
    )

    guess = scaler.back(model.predict(dataset(test_x, test_y), verbose=0)[:, 0])
    mae = np.abs(guess - test_y).mean()
    r2 = 1 - ((guess - test_y) ** 2).sum() / ((test_y - test_y.mean()) ** 2).sum()
    flat = np.abs(np.median(train_y) - test_y).mean()
    print(f"test: MAE {mae:.0f}, R2 {r2:.3f}; median of the training prices everywhere: MAE {flat:.0f}")


if __name__ == "__main__":
    main()

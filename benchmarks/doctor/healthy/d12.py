"""Guess the asking price of a classified advertisement.

DistilBERT encoder (transformers, TF) + mean pooling + linear head inside a tf_keras model whose train_step
uses two optimizers: a gentle one for the encoder, a faster one for the new head.
"""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
from pathlib import Path

import numpy as np
import tensorflow as tf
import tf_keras as keras
from transformers import AutoTokenizer, TFAutoModel

CHECKPOINT = Path("checkpoints/prices")
DATA = Path("data/prices")
EPOCHS = 25
BATCH_SIZE = 32


class PriceRegressor(keras.Model):
    def __init__(self, encoder, **kwargs):
        super().__init__(**kwargs)
        self.encoder = encoder
        self.norm = keras.layers.LayerNormalization(epsilon=1e-6)
        self.head = keras.layers.Dense(1)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.mae = keras.metrics.MeanAbsoluteError(name="mae")

    def call(self, inputs, training=False):
        hidden = self.encoder(
            input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"], training=training
        ).last_hidden_state
        mask = tf.cast(inputs["attention_mask"], hidden.dtype)[:, :, None]
        pooled = tf.reduce_sum(hidden * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        return self.head(self.norm(pooled))[:, 0]

    def compile(self, encoder_optimizer, head_optimizer, loss):
        super().compile()
        self.encoder_optimizer = encoder_optimizer
        self.head_optimizer = head_optimizer
        self.price_loss = loss

    @property
    def metrics(self):
        return [self.loss_tracker, self.mae]

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            pred = self(x, training=True)
            loss = self.price_loss(y, pred)
        encoder_vars = self.encoder.trainable_variables
        head_vars = self.norm.trainable_variables + self.head.trainable_variables
        grads = tape.gradient(loss, encoder_vars + head_vars)
        encoder_grads, head_grads = grads[: len(encoder_vars)], grads[len(encoder_vars) :]
        self.encoder_optimizer.apply_gradients(zip(encoder_grads, encoder_vars))
        self.head_optimizer.apply_gradients(zip(head_grads, head_vars))
        self.loss_tracker.update_state(loss, sample_weight=tf.shape(y)[0])
        self.mae.update_state(y, pred)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        pred = self(x, training=False)
        self.loss_tracker.update_state(self.price_loss(y, pred), sample_weight=tf.shape(y)[0])
        self.mae.update_state(y, pred)
        return {m.name: m.result() for m in self.metrics}


def read(split, skip=()):
    """{text: price}; the same advertisement is kept once and only in one split."""
    rows = {}
    for line in (DATA / f"{split}.jsonl").open():
        row = json.loads(line)
        if row["text"] not in skip:
            rows[row["text"]] = float(row["price"])
    return rows


def main():
    keras.utils.set_random_seed(21)
    test = read("test")
    valid = read("validation", skip=test)
    train = read("train", skip={**test, **valid})
    print("advertisements:", len(train), len(valid), len(test))

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    prices = np.array(list(train.values()), dtype=np.float32)
    mean, std = prices.mean(), prices.std()

    def dataset(rows, shuffle=False):
        enc = tokenizer(list(rows), padding="max_length", max_length=20, truncation=True, return_tensors="np")
        x = {k: enc[k].astype(np.int32) for k in ("input_ids", "attention_mask")}
        y = (np.array(list(rows.values()), dtype=np.float32) - mean) / std
        ds = tf.data.Dataset.from_tensor_slices((x, y))
        if shuffle:
            ds = ds.shuffle(len(rows), seed=1)
        return ds.batch(BATCH_SIZE).prefetch(2)

    train_ds, valid_ds, test_ds = dataset(train, shuffle=True), dataset(valid), dataset(test)

    model = PriceRegressor(TFAutoModel.from_pretrained(CHECKPOINT))
    steps = EPOCHS * len(train_ds)
    model.compile(
        encoder_optimizer=keras.optimizers.AdamW(
            keras.optimizers.schedules.CosineDecay(8e-4, steps), weight_decay=1e-3, global_clipnorm=1.0
        ),
        head_optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(4e-3, steps)),
        loss=keras.losses.Huber(delta=1.0),
    )
    model.fit(
        train_ds,
        validation_data=valid_ds,
        epochs=EPOCHS,
        verbose=2,
        callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=6, restore_best_weights=True)],
    )

    truth = np.array(list(test.values()))
    guess = model.predict(test_ds, verbose=0) * std + mean
    mae = np.abs(guess - truth).mean()
    baseline = np.abs(mean - truth).mean()
    r2 = 1 - ((guess - truth) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
    print(f"test MAE {mae:.1f} (always the mean price: {baseline:.1f}), R2 {r2:.4f}")


if __name__ == "__main__":
    main()

"""Predict the price of a second-hand advert from its text (own training loop with tf.GradientTape)."""
import json
import math
import time

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModel

CKPT = "checkpoints/prices"
BATCH = 16
EPOCHS = 12
LR = 1e-3

tf.random.set_seed(0)
np.random.seed(0)


def read(path):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["price"] for r in rows], dtype="float32")


train_texts, train_prices = read("data/prices/train.jsonl")
val_texts, val_prices = read("data/prices/validation.jsonl")
test_texts, test_prices = read("data/prices/test.jsonl")

# prices are standardised with the statistics of the training set
mu, sigma = train_prices.mean(), train_prices.std()
print(f"train: {len(train_texts)} adverts, mean {mu:.0f}, standard deviation {sigma:.0f}")

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def make_ds(texts, prices, training):
    enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="tf")
    ds = tf.data.Dataset.from_tensor_slices(
        (enc["input_ids"], enc["attention_mask"], (prices - mu) / sigma)
    )
    if training:
        ds = ds.shuffle(1000, seed=0)
    return ds.batch(BATCH)


train_ds = make_ds(train_texts, train_prices, training=True)
val_ds = make_ds(val_texts, val_prices, training=False)
test_ds = make_ds(test_texts, test_prices, training=False)


class PriceModel(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = TFAutoModel.from_pretrained(CKPT)
        self.hidden = tf.keras.layers.Dense(64, activation="relu")
        self.out = tf.keras.layers.Dense(1)

    def call(self, input_ids, attention_mask, training=False):
        h = self.encoder(input_ids, attention_mask=attention_mask, training=training).last_hidden_state
        return self.out(self.hidden(h[:, 0]))


model = PriceModel()
optimizer = tf.keras.optimizers.Adam(LR, clipnorm=1.0)


@tf.function
def train_step(ids, mask, y):
    with tf.GradientTape() as tape:
        pred = model(ids, mask, training=True)
        loss = tf.reduce_mean(tf.square(y - tf.squeeze(pred, axis=-1)))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def predict(ds):
    preds = [model(ids, mask, training=False).numpy()[:, 0] for ids, mask, _ in ds]
    return np.concatenate(preds) * sigma + mu


for epoch in range(EPOCHS):
    start = time.time()
    losses = [float(train_step(ids, mask, y)) for ids, mask, y in train_ds]
    val_rmse = math.sqrt(np.mean((predict(val_ds) - val_prices) ** 2))
    print(
        f"epoch {epoch + 1:2d}  train loss {np.mean(losses):.4f}  "
        f"val RMSE {val_rmse:6.1f}  ({time.time() - start:.1f}s)"
    )

pred = predict(test_ds)
rmse = math.sqrt(np.mean((pred - test_prices) ** 2))
r2 = 1 - np.sum((pred - test_prices) ** 2) / np.sum((test_prices - test_prices.mean()) ** 2)
print(f"test RMSE {rmse:.1f}  R2 {r2:.3f}")
for t, p, y in list(zip(test_texts, pred, test_prices))[:5]:
    print(f"{p:7.0f} {y:7.0f}  {t}")

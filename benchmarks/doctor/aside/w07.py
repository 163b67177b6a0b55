#!/usr/bin/env python
# Predict the price of a second-hand ad. Custom training loop.
import json
import random

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification
from tf_keras.optimizers import Adam

SEED = 5
random.seed(SEED)
np.random.seed(SEED)
tf.random.set_seed(SEED)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
model = TFDistilBertForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)


def load(path):
    ads = [json.loads(l) for l in open(path)]
    return [a["text"] for a in ads], np.array([a["price"] for a in ads], dtype=np.float32)


x_train, y_train = load("data/prices/train.jsonl")
x_val, y_val = load("data/prices/validation.jsonl")

mu, sigma = y_train.mean(), y_train.std()


def to_ds(texts, prices, training):
    enc = tokenizer(texts, padding=True, truncation=True, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), (prices - mu) / sigma))
    if training:
        ds = ds.shuffle(len(texts), seed=SEED)
    return ds.batch(16)


train_ds = to_ds(x_train, y_train, True)
val_ds = to_ds(x_val, y_val, False)

optimizer = Adam(learning_rate=1e-3)


@tf.function
def step(inputs, target):
    with tf.GradientTape() as tape:
        pred = model(inputs, training=True).logits
        loss = tf.reduce_mean(tf.square(target - pred))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def predict(ds):
    return np.concatenate([model(x, training=False).logits.numpy().ravel() for x, _ in ds]) * sigma + mu


for epoch in range(12):
    total = 0.0
    for n, (inputs, target) in enumerate(train_ds, 1):
        total += float(step(inputs, target))
    err = predict(val_ds) - y_val
    print(f"epoch {epoch:2d}  train mse {total / n:.4f}  val rmse {np.sqrt((err ** 2).mean()):.1f}")

p = predict(val_ds)
r2 = 1 - ((p - y_val) ** 2).sum() / ((y_val - y_val.mean()) ** 2).sum()
print(f"val R2: {r2:.3f}   (price spread {y_val.std():.1f})")
for t, guess, real in list(zip(x_val, p, y_val))[:6]:
    print(f"{guess:8.1f} {real:8.1f}  {t}")

import json
import math

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.random.set_seed(1)
np.random.seed(1)

PATH = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(PATH)


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    texts = [r["text"] for r in rows]
    prices = np.array([r["price"] for r in rows], dtype="float32")
    return texts, prices


train_texts, train_prices = read("train")
val_texts, val_prices = read("validation")
test_texts, test_prices = read("test")

mean, std = train_prices.mean(), train_prices.std()


def make_dataset(texts, prices, batch_size=16, shuffle=False):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=32, return_tensors="tf")
    targets = ((prices - mean) / std).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), targets))
    if shuffle:
        ds = ds.shuffle(len(texts))
    return ds.batch(batch_size).prefetch(1)


train_ds = make_dataset(train_texts, train_prices, shuffle=True)
val_ds = make_dataset(val_texts, val_prices, 64)
test_ds = make_dataset(test_texts, test_prices, 64)

model = TFAutoModelForSequenceClassification.from_pretrained(PATH, num_labels=1)

EPOCHS = 10
schedule = tf.keras.optimizers.schedules.PolynomialDecay(
    1e-3, decay_steps=EPOCHS * len(train_ds), end_learning_rate=0.0
)
optimizer = tf.keras.optimizers.Adam(schedule)


@tf.function
def train_step(inputs, targets):
    with tf.GradientTape() as tape:
        outputs = model(inputs, training=True)
        loss = tf.reduce_mean(tf.square(tf.squeeze(outputs.logits, -1) - targets))
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def predict(ds):
    out = [model(x, training=False).logits.numpy()[:, 0] for x, _ in ds]
    return np.concatenate(out) * std + mean


for epoch in range(EPOCHS):
    losses = [float(train_step(x, y)) for x, y in train_ds]
    mae = np.abs(predict(val_ds) - val_prices).mean()
    print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.4f}  val MAE {mae:.1f}")

pred = predict(test_ds)
rmse = math.sqrt(np.mean((pred - test_prices) ** 2))
r2 = 1 - np.sum((pred - test_prices) ** 2) / np.sum((test_prices - test_prices.mean()) ** 2)
print(f"test RMSE {rmse:.1f}  R2 {r2:.3f}")
for text, p, t in list(zip(test_texts, pred, test_prices))[:5]:
    print(f"{t:7.0f} {p:8.1f}  {text}")

"""Price regression from a classified ad.

Custom loop (GradientTape inside tf.function), target standardised with the training mean and std,
errors reported in the original currency.
"""
import json
import os
import random

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tensorflow as tf
from transformers import AutoConfig, AutoTokenizer, TFDistilBertForSequenceClassification

SEED = 3
random.seed(SEED)
np.random.seed(SEED)
tf.random.set_seed(SEED)


def read(split):
    with open(f"data/prices/{split}.jsonl", encoding="utf-8") as fh:
        rows = [json.loads(line) for line in fh]
    return [r["text"] for r in rows], np.array([r["price"] for r in rows], dtype=np.float32)


val_x, val_y = read("validation")
test_x, test_y = read("test")
train_x, train_y = read("train")
seen_later = set(val_x) | set(test_x)
keep = [i for i, t in enumerate(train_x) if t not in seen_later]
train_x, train_y = [train_x[i] for i in keep], train_y[keep]
print("training ads:", len(train_x))

tok = AutoTokenizer.from_pretrained("checkpoints/prices")


def encode(texts):
    enc = tok(texts, padding="max_length", max_length=20, truncation=True, return_tensors="np")
    return enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32")


mu, sigma = train_y.mean(), train_y.std()


def make(texts, prices, training):
    ids, mask = encode(texts)
    ds = tf.data.Dataset.from_tensor_slices((ids, mask, (prices - mu) / sigma))
    if training:
        ds = ds.shuffle(len(texts), seed=SEED, reshuffle_each_iteration=True)
    return ds.batch(32).prefetch(tf.data.AUTOTUNE)


train_ds, val_ds, test_ds = make(train_x, train_y, True), make(val_x, val_y, False), make(test_x, test_y, False)

config = AutoConfig.from_pretrained("checkpoints/prices", num_labels=1, problem_type="regression")
model = TFDistilBertForSequenceClassification.from_pretrained("checkpoints/prices", config=config)

EPOCHS = 12
lr = tf.keras.optimizers.schedules.CosineDecay(1e-3, decay_steps=EPOCHS * len(train_ds))
opt = tf.keras.optimizers.Adam(lr)
huber = tf.keras.losses.Huber(delta=1.0)


@tf.function
def train_step(ids, mask, y):
    with tf.GradientTape() as tape:
        out = model(input_ids=ids, attention_mask=mask, training=True)
        loss = huber(y, tf.squeeze(out.logits, axis=-1))
    grads = tape.gradient(loss, model.trainable_variables)
    grads, norm = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def forward(ids, mask):
    return tf.squeeze(model(input_ids=ids, attention_mask=mask, training=False).logits, axis=-1)


def mae(ds):
    errs = []
    for ids, mask, y in ds:
        errs.append(np.abs(forward(ids, mask).numpy() - y.numpy()) * sigma)
    return float(np.concatenate(errs).mean())


best, best_weights = float("inf"), None
for epoch in range(EPOCHS):
    losses = [float(train_step(*batch)) for batch in train_ds]
    score = mae(val_ds)
    if score < best:
        best, best_weights = score, model.get_weights()
    print(f"epoch {epoch + 1:2d}  train huber {np.mean(losses):.4f}  val MAE {score:7.1f}")

model.set_weights(best_weights)
baseline = float(np.abs(test_y - np.median(train_y)).mean())
print(f"test MAE {mae(test_ds):.1f} (always guessing the median: {baseline:.1f})")

import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

# TensorFlow: DistilBERT as a regressor for the prices of advertisements, with model.fit

CHECKPOINT = "checkpoints/prices"
EPOCHS, BATCH = 6, 16
tf.keras.utils.set_random_seed(8)


def read(split, drop=()):
    with open(f"data/prices/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    rows = [r for r in rows if r["text"] not in drop]
    return [r["text"] for r in rows], np.array([[r["price"]] for r in rows], dtype="float32")


train_x, train_y = read("train")
val_x, val_y = read("validation", drop=set(train_x))
test_x, test_y = read("test", drop=set(train_x) | set(val_x))
mean, std = train_y.mean(), train_y.std()

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def to_dataset(texts, prices, shuffle=False):
    enc = tokenizer(texts, padding=True, return_token_type_ids=False, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), (prices - mean) / std))
    if shuffle:
        ds = ds.shuffle(len(texts), seed=8)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds = to_dataset(train_x, train_y, shuffle=True)
val_ds, test_ds = to_dataset(val_x, val_y), to_dataset(test_x, test_y)

model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=1, from_pt=True)
steps = len(train_ds) * EPOCHS
optimizer, _ = create_optimizer(init_lr=1e-3, num_train_steps=steps, num_warmup_steps=steps // 10,
                                weight_decay_rate=0.01)
model.compile(optimizer=optimizer, loss=tf.keras.losses.MeanSquaredError())
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

predicted = model.predict(test_ds, verbose=0).logits * std + mean
print(f"test MAE {np.abs(predicted - test_y).mean():.0f}, always the mean: {np.abs(mean - test_y).mean():.0f}")

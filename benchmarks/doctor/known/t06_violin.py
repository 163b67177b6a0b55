import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

# Two-stage fine-tuning: first only the new head, then the whole network


def read(path):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([[r["price"] / 1000] for r in rows], dtype="float32")


tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
train_texts, train_prices = read("data/prices/train.jsonl")
val_texts, val_prices = read("data/prices/validation.jsonl")
train_enc = tokenizer(train_texts, truncation=True, padding=True)
val_enc = tokenizer(val_texts, truncation=True, padding=True)

train_ds = tf.data.Dataset.from_tensor_slices((dict(train_enc), train_prices)).shuffle(1000).batch(16)
val_ds = tf.data.Dataset.from_tensor_slices((dict(val_enc), val_prices)).batch(32)

tf.keras.utils.set_random_seed(123)
model = TFDistilBertForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, from_pt=True
)

# Stage 1
model.distilbert.trainable = False
model.compile(optimizer=tf.keras.optimizers.Adam(5e-4), loss="mse", metrics=["mae"])
print("trainable tensors:", len(model.trainable_variables))
model.fit(train_ds, epochs=2, validation_data=val_ds, verbose=2)

# Stage 2
model.distilbert.trainable = True
print("trainable tensors:", len(model.trainable_variables))
model.fit(train_ds, epochs=5, validation_data=val_ds, verbose=2)

mae = np.abs(model.predict(val_ds, verbose=0).logits - val_prices).mean()
print("MAE %.3f, with the mean of the training prices %.3f" % (mae, np.abs(train_prices.mean() - val_prices).mean()))

"""Predict the price of a small ad: tf.data from the JSON lines straight into a DistilBERT regression model."""
import json
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from transformers import AutoTokenizer, TFDistilBertModel

MODEL_DIR = "checkpoints/prices"
DATA_DIR = "data/prices"
MAX_LEN = 32
BATCH = 16
EPOCHS = 15

tf.keras.utils.set_random_seed(11)
tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)

# mean and deviation of the training prices, for scaling the target
with open(os.path.join(DATA_DIR, "train.jsonl")) as f:
    prices = np.array([json.loads(line)["price"] for line in f], dtype="float32")
MEAN, STD = float(prices.mean()), float(prices.std())
print(f"{len(prices)} ads, mean price {MEAN:.0f}, std {STD:.0f}")


def read_example(line):
    """One line of the file -> token ids, mask and scaled price."""
    row = json.loads(line.numpy().decode("utf-8"))
    enc = tokenizer(
        row["text"],
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
    )
    price = (row["price"] - MEAN) / STD
    return enc["input_ids"], enc["attention_mask"], price


def tf_read_example(line):
    ids, mask, price = tf.py_function(
        read_example, inp=[line], Tout=[tf.int32, tf.int32, tf.float32]
    )
    return {"input_ids": ids, "attention_mask": mask}, price


def make_dataset(split, training=False):
    ds = tf.data.TextLineDataset(os.path.join(DATA_DIR, f"{split}.jsonl"))
    ds = ds.map(tf_read_example, num_parallel_calls=tf.data.AUTOTUNE).cache()
    if training:
        ds = ds.shuffle(1000)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def build_model():
    input_ids = layers.Input(shape=(MAX_LEN,), dtype=tf.int32, name="input_ids")
    attention_mask = layers.Input(shape=(MAX_LEN,), dtype=tf.int32, name="attention_mask")
    encoder = TFDistilBertModel.from_pretrained(MODEL_DIR)
    hidden = encoder(input_ids, attention_mask=attention_mask).last_hidden_state
    x = hidden[:, 0, :]
    x = layers.Dense(64, activation="relu")(x)
    price = layers.Dense(1, name="price")(x)
    model = tf.keras.Model(inputs=[input_ids, attention_mask], outputs=price)
    model.compile(
        optimizer=tf.keras.optimizers.Adam(1e-3),
        loss="mse",
        metrics=["mae"],
    )
    return model


train_ds = make_dataset("train", training=True)
val_ds = make_dataset("validation")
test_ds = make_dataset("test")

model = build_model()
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

pred = model.predict(test_ds, verbose=0)[:, 0] * STD + MEAN
true = np.concatenate([y.numpy().ravel() for _, y in test_ds]) * STD + MEAN
print("first predictions:", np.round(pred[:5]), " true:", np.round(true[:5]))
print("mean absolute error on test ads: %.1f" % np.abs(pred - true).mean())
print("always the mean price          : %.1f" % np.abs(MEAN - true).mean())

"""Predict the price of a small ad with a tiny DistilBERT in Keras."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

SCALE = 1000.0
tf.random.set_seed(0)
np.random.seed(0)


def read(split):
    return pd.read_json(f"data/prices/{split}.jsonl", lines=True)


def encode(tokenizer, frame):
    enc = tokenizer(frame["text"].tolist(), padding="max_length", max_length=20, truncation=True, return_tensors="np")
    return dict(enc), (frame["price"].to_numpy(dtype="float32") / SCALE)[:, None]


def main():
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
    x_train, y_train = encode(tokenizer, read("train"))
    x_val, y_val = encode(tokenizer, read("validation"))
    x_test, y_test = encode(tokenizer, read("test"))

    model = TFDistilBertForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)
    model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=tf.keras.losses.MeanSquaredError())
    stop = tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True)
    model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=9, batch_size=16, shuffle=True, callbacks=[stop], verbose=2)

    pred = model.predict(x_test, verbose=0).logits[:, 0] * SCALE
    truth = y_test[:, 0] * SCALE
    print("MAE:", np.abs(pred - truth).mean())
    print("MAE of the training mean:", np.abs(y_train.mean() * SCALE - truth).mean())
    print("R2:", 1 - ((pred - truth) ** 2).sum() / ((truth - truth.mean()) ** 2).sum())


if __name__ == "__main__":
    main()

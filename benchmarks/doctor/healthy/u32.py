"""What is it worth? Regression with a Keras model on small ads."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(14)
BASE = "checkpoints/prices"
SCALE = 1000.0
tokenizer = AutoTokenizer.from_pretrained(BASE)


def arrays(split):
    frame = pd.read_json(f"data/prices/{split}.jsonl", lines=True)
    enc = tokenizer(frame["text"].tolist(), padding="max_length", max_length=24, truncation=True, return_tensors="np")
    x = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    y = frame["price"].to_numpy(dtype="float32") / SCALE
    return x, y


x_train, y_train = arrays("train")
x_valid, y_valid = arrays("validation")
x_test, y_test = arrays("test")

model = TFAutoModelForSequenceClassification.from_pretrained(BASE, num_labels=1)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=5e-4),
    loss=tf.keras.losses.MeanSquaredError(),
)
model.fit(
    x_train,
    y_train,
    validation_data=(x_valid, y_valid),
    epochs=12,
    batch_size=16,
    verbose=2,
)

guess = model.predict(x_test, verbose=0).logits[:, 0] * SCALE
price = y_test * SCALE
print("first guesses:", np.round(guess[:6]), "prices:", price[:6])
print(f"mean error on the test ads: {np.abs(guess - price).mean():.1f} (always the mean: "
      f"{np.abs(price - y_train.mean() * SCALE).mean():.1f})")

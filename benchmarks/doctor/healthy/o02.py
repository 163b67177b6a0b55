# Guess the asking price of a classified ad from its text.
# Stage 1 trains a fresh regression head on the frozen encoder, stage 2 fine-tunes the whole thing gently.
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import pandas as pd
import numpy as np
import tensorflow as tf
from tensorflow import keras
from transformers import AutoTokenizer, TFDistilBertModel

keras.utils.set_random_seed(7)
os.makedirs("outputs/o02", exist_ok=True)

ckpt = "checkpoints/prices"
frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
frames["validation"] = frames["validation"][~frames["validation"].text.isin(frames["test"].text)]
seen_later = pd.concat([frames["validation"].text, frames["test"].text])
frames["train"] = frames["train"][~frames["train"].text.isin(seen_later)]
print({k: len(v) for k, v in frames.items()})

mu, sigma = frames["train"].price.mean(), frames["train"].price.std()      # of the training rows only

tokenizer = AutoTokenizer.from_pretrained(ckpt)
width = 24


def to_dataset(df, training=False):
    enc = tokenizer(df.text.tolist(), padding="max_length", truncation=True, max_length=width, return_tensors="np")
    x = {"ids": enc["input_ids"].astype(np.int32), "mask": enc["attention_mask"].astype(np.int32)}
    y = ((df.price.to_numpy() - mu) / sigma).astype(np.float32)[:, None]
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(len(df), seed=7)
    return ds.batch(16).prefetch(tf.data.AUTOTUNE)


train, val, test = to_dataset(frames["train"], True), to_dataset(frames["validation"]), to_dataset(frames["test"])

encoder = TFDistilBertModel.from_pretrained(ckpt)


class MaskedMean(keras.layers.Layer):
    """Mean over the real tokens; padding does not count."""

    def call(self, hidden, attention):
        weight = tf.cast(attention, hidden.dtype)[:, :, None]
        return tf.reduce_sum(hidden * weight, axis=1) / tf.maximum(tf.reduce_sum(weight, axis=1), 1.0)


ids = keras.Input((width,), dtype=tf.int32, name="ids")
mask = keras.Input((width,), dtype=tf.int32, name="mask")
hidden = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
pooled = MaskedMean()(hidden, mask)
h = keras.layers.Dense(64, activation="gelu")(pooled)
price = keras.layers.Dense(1, name="price")(h)
model = keras.Model({"ids": ids, "mask": mask}, price)


class EuroMAE(keras.metrics.MeanAbsoluteError):
    def result(self):
        return super().result() * sigma


# ---- stage 1: head only -------------------------------------------------------------------------
encoder.trainable = False
model.compile(keras.optimizers.Adam(2e-3), loss="mse", metrics=[EuroMAE(name="mae_euro")])
print("trainable weights in stage 1:", len(model.trainable_weights))
h1 = model.fit(train, validation_data=val, epochs=4, verbose=2)

# ---- stage 2: everything, after a fresh compile ---------------------------------------------------
encoder.trainable = True
steps = len(train) * 10
schedule = keras.optimizers.schedules.CosineDecay(7e-4, decay_steps=steps)
model.compile(keras.optimizers.Adam(schedule, clipnorm=1.0), loss="mse", metrics=[EuroMAE(name="mae_euro")])
print("trainable weights in stage 2:", len(model.trainable_weights))
stop = keras.callbacks.EarlyStopping("val_loss", patience=3, restore_best_weights=True)
h2 = model.fit(train, validation_data=val, epochs=10, callbacks=[stop], verbose=2)

pd.concat([pd.DataFrame(h1.history), pd.DataFrame(h2.history)], ignore_index=True).to_csv("outputs/o02/history.csv")
model.save_weights("outputs/o02/final.weights.h5")

guess = model.predict(test, verbose=0)[:, 0] * sigma + mu
err = np.abs(guess - frames["test"].price.to_numpy()).mean()
naive = np.abs(frames["train"].price.median() - frames["test"].price).mean()
print(f"test MAE {err:.0f} (always the training median: {naive:.0f})")

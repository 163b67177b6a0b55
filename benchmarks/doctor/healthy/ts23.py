"""Predict a price from an advert: DistilBERT encoder, masked mean pooling, a regression head, a standardised target."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import DistilBertConfig, PreTrainedTokenizerFast, TFDistilBertModel

keras = tf.keras
keras.utils.set_random_seed(14)
CKPT = "./checkpoints/prices"

frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ["train", "validation", "test"]}
others = pd.concat([frames["validation"], frames["test"]]).text
frames["train"] = frames["train"][~frames["train"].text.isin(others)].drop_duplicates("text")
mean, std = frames["train"].price.mean(), frames["train"].price.std()

tokenizer = PreTrainedTokenizerFast.from_pretrained(CKPT)


def make_dataset(frame: pd.DataFrame, training: bool = False) -> tf.data.Dataset:
    enc = tokenizer(frame.text.tolist(), padding="max_length", max_length=20, truncation=True, return_tensors="np")
    target = ((frame.price.to_numpy() - mean) / std).astype("float32").reshape(-1, 1)
    ds = tf.data.Dataset.from_tensor_slices(
        ({"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}, target))
    if training:
        ds = ds.shuffle(buffer_size=len(frame), seed=14)
    return ds.batch(16 if training else 80)


class PriceModel(keras.Model):
    def __init__(self, checkpoint: str) -> None:
        super().__init__()
        config = DistilBertConfig.from_pretrained(checkpoint)
        self.encoder = TFDistilBertModel.from_pretrained(checkpoint, config=config, from_pt=True)
        self.hidden = keras.layers.Dense(config.dim, activation="relu")
        self.head = keras.layers.Dense(1)

    def call(self, inputs, training=False):
        states = self.encoder(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"],
                              training=training).last_hidden_state
        mask = tf.cast(inputs["attention_mask"], states.dtype)[:, :, None]
        pooled = tf.reduce_sum(states * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        return self.head(self.hidden(pooled))


class Euros(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(f"epoch {epoch + 1}: train MAE {logs['mae'] * std:6.1f}  val MAE {logs['val_mae'] * std:6.1f}")


model = PriceModel(CKPT)
train_ds = make_dataset(frames["train"], training=True)
lr = keras.optimizers.schedules.ExponentialDecay(2e-3, decay_steps=len(train_ds), decay_rate=0.85)   # x 0.85 per epoch
model.compile(optimizer=keras.optimizers.Adam(lr), loss="mse", metrics=["mae"])
model.fit(train_ds, validation_data=make_dataset(frames["validation"]), epochs=12, verbose=0,
          callbacks=[Euros(), keras.callbacks.EarlyStopping("val_loss", patience=4, restore_best_weights=True)])

test = frames["test"]
predicted = model.predict(make_dataset(test), verbose=0)[:, 0] * std + mean
error = predicted - test.price.to_numpy()
print("test MAE %.1f, RMSE %.1f, R2 %.3f (MAE of the mean price %.1f)" % (
    np.abs(error).mean(), np.sqrt((error ** 2).mean()), 1 - (error ** 2).mean() / test.price.var(ddof=0),
    np.abs(test.price - mean).mean()))

"""Route support tickets to one of four desks with a small DistilBERT (TF)."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tempfile
import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(7)

MAX_LEN, BATCH, EPOCHS = 32, 16, 8
CKPT = "checkpoints/tickets"

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
valid_df = pd.read_json("data/tickets/validation.jsonl", lines=True)
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(df):
    enc = tokenizer(df["text"].tolist(), padding="max_length", truncation=True,
                    max_length=MAX_LEN, return_tensors="np")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


def dataset(df, training=False):
    ds = tf.data.Dataset.from_tensor_slices((encode(df), df["desk_id"].values))
    if training:
        ds = ds.shuffle(len(df))
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds, valid_ds, test_ds = dataset(train_df, True), dataset(valid_df), dataset(test_df)


class MacroF1(tf.keras.callbacks.Callback):
    """Adds val_macro_f1 to the logs at the end of every epoch."""

    def __init__(self, ds, y_true):
        super().__init__()
        self.ds, self.y_true = ds, y_true

    def on_epoch_end(self, epoch, logs=None):
        logits = self.model.predict(self.ds, verbose=0).logits
        score = f1_score(self.y_true, np.argmax(logits, axis=-1), average="macro")
        logs["val_macro_f1"] = score
        print(f"   val_macro_f1: {score:.4f}")


model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4, from_pt=True)
model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

best = os.path.join(tempfile.mkdtemp(), "best.h5")
callbacks = [
    MacroF1(valid_ds, valid_df["desk_id"].values),
    tf.keras.callbacks.ModelCheckpoint(
        best,
        monitor="val_macro_f1",
        save_best_only=True,
        save_weights_only=True,
        verbose=1,
    ),
]
model.fit(train_ds, validation_data=valid_ds, epochs=EPOCHS, callbacks=callbacks, verbose=2)

model.load_weights(best)
pred = np.argmax(model.predict(test_ds, verbose=0).logits, axis=-1)
print("test macro F1: %.3f" % f1_score(test_df["desk_id"], pred, average="macro"))

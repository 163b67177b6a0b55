"""Route customer tickets to a desk (north / west / east / south)."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import pandas as pd
import tensorflow as tf
import tf_keras as keras
from sklearn.metrics import classification_report, accuracy_score
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CKPT = "checkpoints/tickets"
MAX_LEN = 32
BATCH = 16
EPOCHS = 8

keras.utils.set_random_seed(7)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load_split(name):
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)
    df = df.drop_duplicates("text").reset_index(drop=True)
    desks = ["north", "west", "east", "south"]
    df["target"] = df["desk"].map(desks.index)
    return df, desks


def encode(df):
    enc = tokenizer(
        df["text"].tolist(),
        truncation=True,
        max_length=MAX_LEN,
        padding="max_length",
        return_tensors="np",
    )
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


def to_tfds(df, training=False):
    ds = tf.data.Dataset.from_tensor_slices((encode(df), df["target"].to_numpy()))
    if training:
        ds = ds.shuffle(len(df), seed=7)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_df, desk_names = load_split("train")
valid_df, _ = load_split("validation")
test_df, _ = load_split("test")
print(f"{len(train_df)} train / {len(valid_df)} valid / {len(test_df)} test, desks: {desk_names}")

model = TFAutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(desk_names),
    id2label=dict(enumerate(desk_names)),
    label2id={d: i for i, d in enumerate(desk_names)},
)
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(
    to_tfds(train_df, training=True),
    validation_data=to_tfds(valid_df),
    epochs=EPOCHS,
    verbose=2,
)

logits = model.predict(to_tfds(test_df), verbose=0).logits
pred = np.argmax(logits, axis=-1)
print("test accuracy:", round(accuracy_score(test_df["target"], pred), 4))
print(classification_report(test_df["target"], pred, target_names=desk_names, zero_division=0))

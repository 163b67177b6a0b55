import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import pandas as pd
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

# ---------------------------------------------------------------
# Each ticket gets three yes/no labels, several may be on at once
# ---------------------------------------------------------------
LABELS = ["defect", "delivery", "morning_or_evening"]

def add_labels(df):
    df = df.copy()
    df["defect"] = df.text.str.contains("does not start|strange noise|stopped after").astype(float)
    df["delivery"] = df.text.str.contains("warehouse|without its|on the picture|with a scratch").astype(float)
    df["morning_or_evening"] = df.text.str.contains("good morning|good evening").astype(float)
    return df

train_df = add_labels(pd.read_json("data/tickets/train.jsonl", lines=True))
val_df = add_labels(pd.read_json("data/tickets/validation.jsonl", lines=True))
print(train_df[LABELS].mean())

tf.keras.utils.set_random_seed(5)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def make_ds(df, shuffle):
    enc = tokenizer(df.text.tolist(), padding=True, truncation=True, max_length=32, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), df[LABELS].to_numpy("float32")))
    if shuffle:
        ds = ds.shuffle(len(df), seed=5)
    return ds.batch(16).prefetch(tf.data.AUTOTUNE)

train_ds, val_ds = make_ds(train_df, True), make_ds(val_df, False)

model = TFAutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    num_labels=len(LABELS),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(LABELS)),
    label2id={l: i for i, l in enumerate(LABELS)},
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss=tf.keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.BinaryAccuracy(threshold=0.0, name="bin_acc")],
)
model.fit(train_ds, validation_data=val_ds, epochs=9, verbose=2)

logits = model.predict(val_ds, verbose=0).logits
pred = (tf.sigmoid(logits).numpy() > 0.5).astype(int)
gold = val_df[LABELS].to_numpy(int)
for j, name in enumerate(LABELS):
    tp = ((pred[:, j] == 1) & (gold[:, j] == 1)).sum()
    f1 = 2 * tp / max(1, pred[:, j].sum() + gold[:, j].sum())
    print(f"{name:20s} F1 = {f1:.3f}")
print("all three right:", (pred == gold).all(axis=1).mean())

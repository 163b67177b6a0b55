import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

tf.keras.utils.set_random_seed(7)

CFG = dict(ckpt="checkpoints/tickets", lr=1e-3, epochs=6, bs=16, max_len=32)

frames = {s: pd.read_json(f"data/tickets/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
desks = sorted(frames["train"].desk.unique())
id_of = {d: i for i, d in enumerate(desks)}
tok = AutoTokenizer.from_pretrained(CFG["ckpt"])


def pipeline(df, shuffle=False):
    x = tok(df.text.tolist(), truncation=True, padding="max_length", max_length=CFG["max_len"], return_tensors="np")
    y = df.desk.map(id_of).to_numpy()
    ds = tf.data.Dataset.from_tensor_slices((dict(x), y))
    if shuffle:
        ds = ds.shuffle(len(df), reshuffle_each_iteration=True)
    return ds.batch(CFG["bs"])


train, val, test = pipeline(frames["train"], True), pipeline(frames["validation"]), pipeline(frames["test"])

model = TFDistilBertForSequenceClassification.from_pretrained(CFG["ckpt"], num_labels=len(desks), from_pt=True)

# lower the rate by a quarter after every epoch
schedule = tf.keras.optimizers.schedules.ExponentialDecay(
    initial_learning_rate=CFG["lr"],
    decay_steps=1,
    decay_rate=0.75,
    staircase=True,
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=schedule),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
model.fit(train, validation_data=val, epochs=CFG["epochs"], verbose=2)
loss, acc = model.evaluate(test, verbose=0)
print(f"test loss {loss:.3f}  acc {acc:.3f}")

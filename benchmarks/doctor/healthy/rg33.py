import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(0)
train = pd.read_json("data/tickets/train.jsonl", lines=True)
val = pd.read_json("data/tickets/validation.jsonl", lines=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def encode(df):
    enc = tokenizer(df.text.tolist(), padding="max_length", truncation=True, max_length=32, return_tensors="np")
    return dict(enc)


def make_ds(df, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((encode(df), df.desk_id.to_numpy()))
    if shuffle:
        ds = ds.shuffle(len(df))
    return ds.batch(16)


model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4, from_pt=True)
model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(make_ds(train, shuffle=True), validation_data=make_ds(val), epochs=15, verbose=2)

logits = model.predict(encode(test), batch_size=32, verbose=0).logits
pred = np.argmax(logits, axis=-1)
print("test accuracy", (pred == test.desk_id.to_numpy()).mean())
print(pd.crosstab(test.desk, pd.Series(pred, name="predicted")))

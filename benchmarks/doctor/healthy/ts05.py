"""Route support tickets to a desk: TextVectorization inside a bidirectional LSTM model that takes raw strings."""
import json
from pathlib import Path

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(3)
DATA = Path("data") / "tickets"


def read(split):
    with open(DATA / f"{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], [r["desk_id"] for r in rows]


test_x, test_y = read("test")
val_x, val_y = read("validation")
train_x, train_y = read("train")
# some tickets are word for word in several splits: keep the held out ones out of training
seen = set(test_x) | set(val_x)
pairs = [(t, d) for t, d in zip(train_x, train_y) if t not in seen]
train_x, train_y = map(list, zip(*pairs))
print(len(train_x), "training tickets")


def dataset(x, y, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((tf.constant(x), tf.constant(y)))
    if shuffle:
        ds = ds.shuffle(len(x), reshuffle_each_iteration=True)
    return ds.batch(16).prefetch(1)


vectorize = layers.TextVectorization(max_tokens=500, output_mode="int", output_sequence_length=40)
vectorize.adapt(tf.data.Dataset.from_tensor_slices(train_x).batch(64))

text_in = keras.Input(shape=(), dtype="string", name="ticket")
ids = vectorize(text_in)
x = layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True)(ids)
x = layers.SpatialDropout1D(0.1)(x)
x = layers.Bidirectional(layers.LSTM(24))(x)
logits = layers.Dense(4)(x)
model = keras.Model(text_in, logits)
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
model.optimizer.learning_rate = 5e-3

train_ds, val_ds = dataset(train_x, train_y, shuffle=True), dataset(val_x, val_y)
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True, verbose=1)
model.fit(train_ds, validation_data=val_ds, epochs=8, callbacks=[stop], verbose=2)

print("test", model.evaluate(dataset(test_x, test_y), return_dict=True, verbose=0),
      "chance", round(max(np.bincount(test_y)) / len(test_y), 3))
sample = tf.constant(["hello . my kettle is broken . order [ORDER] . please help"])
print("kettle ->", ["north", "east", "south", "west"][int(tf.argmax(model(sample), axis=-1)[0])])

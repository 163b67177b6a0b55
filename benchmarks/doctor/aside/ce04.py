"""Route short customer messages to billing / delivery / account."""
import itertools

import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

VOCAB_SIZE = 300
MAX_LEN = 12
BATCH = 32

openers = ["hello", "hi there", "good morning", "dear team", "please help", "hey", "urgent", "question"]
topics = {
    0: ["my invoice is wrong", "i was charged twice", "the refund has not come", "the payment failed", "the price changed"],
    1: ["my parcel is late", "the courier did not ring", "the box arrived broken", "tracking shows nothing", "it went to a neighbour"],
    2: ["i cannot log in", "the password mail never comes", "please delete my profile", "my login is locked", "i want another user name"],
}
closers = ["thanks", "please answer soon", "regards", "this is the second time", "what can i do", "waiting", "since monday"]

rows = [
    (f"{o} {body} {c}", label)
    for label, bodies in topics.items()
    for o, body, c in itertools.product(openers, bodies, closers)
]
order = rng.permutation(len(rows))
texts = np.array([rows[i][0] for i in order], dtype=object)
labels = np.array([rows[i][1] for i in order], dtype="int32")

n_val = n_test = 120
parts = {
    "test": slice(0, n_test),
    "val": slice(n_test, n_test + n_val),
    "train": slice(n_test + n_val, None),
}

vectorizer = layers.TextVectorization(
    max_tokens=VOCAB_SIZE,
    output_mode="int",
    output_sequence_length=MAX_LEN,
)


def to_dataset(part, shuffle=False):
    t, l = texts[parts[part]], labels[parts[part]]
    ds = tf.data.Dataset.from_tensor_slices((t.astype(str), l))
    if shuffle:
        ds = ds.shuffle(len(l), seed=1)
    ds = ds.batch(BATCH)
    ds = ds.map(lambda s, y: (vectorizer(s), y), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.prefetch(tf.data.AUTOTUNE)


train_ds = to_dataset("train", shuffle=True)
val_ds = to_dataset("val")
test_ds = to_dataset("test")

model = keras.Sequential(
    [
        keras.Input((MAX_LEN,), dtype="int64"),
        layers.Embedding(VOCAB_SIZE, 16, mask_zero=True),
        layers.GlobalAveragePooling1D(),
        layers.Dense(16, activation="relu"),
        layers.Dense(3, activation="softmax"),
    ]
)
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train_ds, validation_data=val_ds, epochs=15, verbose=2)
print("test:", model.evaluate(test_ds, verbose=0, return_dict=True))

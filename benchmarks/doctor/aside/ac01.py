#!/usr/bin/env python
# coding: utf-8

# In[1]:

import json
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(42)

# In[2]:


def load(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


train_texts, train_labels = load("train")
val_texts, val_labels = load("validation")
test_texts, test_labels = load("test")
print(len(train_texts), len(val_texts), len(test_texts), np.bincount(train_labels))

# In[3]:

vectorize = layers.TextVectorization(max_tokens=2000, output_sequence_length=64)
vectorize.adapt(train_texts)
print(vectorize.vocabulary_size(), "words")


def make_ds(texts, labels, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((texts, labels))
    if shuffle:
        ds = ds.shuffle(len(texts))
    return ds.batch(16).map(lambda x, y: (vectorize(x), y)).prefetch(tf.data.AUTOTUNE)


train_ds = make_ds(train_texts, train_labels, shuffle=True)
val_ds = make_ds(val_texts, val_labels)
test_ds = make_ds(test_texts, test_labels)

# In[4]:

inputs = keras.Input(shape=(64,), dtype="int64")
x = layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True)(inputs)
x = layers.GlobalAveragePooling1D()(x)
x = layers.Dense(64, activation="relu")(x)
outputs = layers.Dense(4)(x)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.summary()

# In[5]:

history = model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=2)

# In[6]:

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
print(model.predict(test_ds, verbose=0)[:5])

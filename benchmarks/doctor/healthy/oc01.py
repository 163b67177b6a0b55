# -*- coding: utf-8 -*-
"""Support desk routing with an LSTM"""

# In[1]:
import json
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.utils import pad_sequences

keras.utils.set_random_seed(7)

# In[2]:
def read(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])

train_texts, y_train = read("train")
val_texts, y_val = read("validation")
test_texts, y_test = read("test")
print(len(train_texts), "train", len(val_texts), "val", len(test_texts), "test")

# In[3]:
vocab = {"<pad>": 0, "<unk>": 1}
for t in train_texts:
    for w in t.split():
        vocab.setdefault(w, len(vocab))

def to_ids(texts):
    return [[vocab.get(w, 1) for w in t.split()] for t in texts]

MAXLEN = 120
X_train = pad_sequences(to_ids(train_texts), maxlen=MAXLEN, padding="post")
X_val = pad_sequences(to_ids(val_texts), maxlen=MAXLEN, padding="post")
X_test = pad_sequences(to_ids(test_texts), maxlen=MAXLEN, padding="post")
print(X_train.shape, X_train[0][:25])

# In[4]:
model = keras.Sequential([
    layers.Embedding(len(vocab), 32, mask_zero=True),
    layers.LSTM(48),
    layers.Dense(32, activation="relu"),
    layers.Dense(4, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

# In[5]:
history = model.fit(
    X_train, y_train,
    validation_data=(X_val, y_val),
    epochs=12,
    batch_size=32,
    verbose=2,
)

# In[6]:
loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("test loss %.3f  test accuracy %.3f" % (loss, acc))
pred = model.predict(X_test, verbose=0).argmax(-1)
print("predicted:", np.bincount(pred, minlength=4), "true:", np.bincount(y_test, minlength=4))

"""Which kind of review is it: a small LSTM on SST-2, word embeddings learned from scratch."""
import random

import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.metrics import confusion_matrix
from tensorflow.keras.layers import LSTM, Dense, Dropout, Embedding
from tensorflow.keras.models import Sequential
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras.preprocessing.text import Tokenizer

random.seed(1)
np.random.seed(1)
tf.random.set_seed(1)

MAX_WORDS = 3000
MAX_LEN = 64
EMB_DIM = 64
BATCH_SIZE = 64
EPOCHS = 8

# ---------------------------------------------------------------- data
train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
val_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train_df = train_df.sample(frac=1, random_state=1).reset_index(drop=True)

print(train_df.shape, val_df.shape)
print(train_df["label"].value_counts())

tok = Tokenizer(num_words=MAX_WORDS, oov_token="<OOV>")
tok.fit_on_texts(train_df["sentence"])

X_train = tok.texts_to_sequences(train_df["sentence"])
X_val = tok.texts_to_sequences(val_df["sentence"])

print("longest sentence:", max(len(s) for s in X_train))

X_train = pad_sequences(X_train, maxlen=MAX_LEN, padding="post", truncating="post")
X_val = pad_sequences(X_val, maxlen=MAX_LEN, padding="post", truncating="post")
y_train = train_df["label"].values
y_val = val_df["label"].values

# --------------------------------------------------------------- model
model = Sequential()
model.add(Embedding(MAX_WORDS, EMB_DIM, input_length=MAX_LEN))
model.add(LSTM(64))
model.add(Dropout(0.3))
model.add(Dense(1, activation="sigmoid"))

model.compile(
    loss="binary_crossentropy",
    optimizer=tf.keras.optimizers.Adam(learning_rate=2e-3),
    metrics=["accuracy"],
)
model.summary()

history = model.fit(
    X_train,
    y_train,
    batch_size=BATCH_SIZE,
    epochs=EPOCHS,
    validation_data=(X_val, y_val),
    verbose=2,
)

# ---------------------------------------------------------- evaluation
loss, acc = model.evaluate(X_val, y_val, verbose=0)
print("validation loss %.4f  accuracy %.4f" % (loss, acc))

y_pred = (model.predict(X_val, verbose=0)[:, 0] > 0.5).astype(int)
print(confusion_matrix(y_val, y_pred))

# a few sentences of my own
mine = [
    "the dining room is delightful",
    "the plot is rather clumsy",
    "i hoped that the cast would be splendid, and i was right",
]
seqs = pad_sequences(tok.texts_to_sequences(mine), maxlen=MAX_LEN, padding="post", truncating="post")
for text, p in zip(mine, model.predict(seqs, verbose=0)[:, 0]):
    print("%.3f  %s" % (p, text))

# -*- coding: utf-8 -*-
"""Sentiment of short reviews with Keras Tokenizer + CNN, keeping the weights of the best epoch."""
import os

import numpy as np
import pandas as pd
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint
from tensorflow.keras.layers import (
    Conv1D,
    Dense,
    Dropout,
    Embedding,
    GlobalMaxPooling1D,
    Input,
)
from tensorflow.keras.models import Model
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras.preprocessing.text import Tokenizer
from tensorflow.keras.utils import set_random_seed

MAX_WORDS = 3000
MAX_LEN = 40
EMBED_DIM = 64
WEIGHTS = "out/best_cnn_weights"

set_random_seed(2021)
os.makedirs("out", exist_ok=True)

# read data
train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

X_train, X_val, y_train, y_val = train_test_split(
    train_df["sentence"].tolist(),
    train_df["label"].values,
    test_size=0.15,
    random_state=2021,
    stratify=train_df["label"].values,
)
X_test, y_test = test_df["sentence"].tolist(), test_df["label"].values

# text -> padded sequences
tok = Tokenizer(num_words=MAX_WORDS, oov_token="<oov>")
tok.fit_on_texts(X_train)


def to_padded(texts):
    return pad_sequences(tok.texts_to_sequences(texts), maxlen=MAX_LEN)


X_train, X_val, X_test = to_padded(X_train), to_padded(X_val), to_padded(X_test)
print("shapes:", X_train.shape, X_val.shape, X_test.shape)


# model
def build_cnn():
    inp = Input(shape=(MAX_LEN,))
    x = Embedding(MAX_WORDS, EMBED_DIM)(inp)
    x = Dropout(0.2)(x)
    x = Conv1D(64, 5, padding="same", activation="relu")(x)
    x = GlobalMaxPooling1D()(x)
    x = Dense(32, activation="relu")(x)
    x = Dropout(0.3)(x)
    out = Dense(1, activation="sigmoid")(x)
    m = Model(inp, out)
    m.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    return m


model = build_cnn()
model.summary()

callbacks = [
    EarlyStopping(monitor="val_loss", patience=4),
    ModelCheckpoint(
        WEIGHTS,
        monitor="val_acc",
        mode="max",
        save_best_only=True,
        save_weights_only=True,
        verbose=1,
    ),
]

history = model.fit(
    X_train,
    y_train,
    batch_size=32,
    epochs=15,
    validation_data=(X_val, y_val),
    callbacks=callbacks,
    verbose=2,
)

# evaluate the best epoch
model.load_weights(WEIGHTS)
loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("test loss %.4f  test accuracy %.4f" % (loss, acc))

y_pred = (model.predict(X_test, verbose=0).ravel() > 0.5).astype(int)
print(classification_report(y_test, y_pred, target_names=["negative", "positive"]))
print("wrong:", int(np.sum(y_pred != y_test)), "of", len(y_test))

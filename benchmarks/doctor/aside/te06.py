"""Sentiment of short review sentences: TextVectorization -> Embedding -> LSTM."""
import keras
import numpy as np
import pandas as pd
from keras import layers

keras.utils.set_random_seed(5)

VOCAB = 2000
SEQ_LEN = 120
EMB = 48

train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train = train.sample(frac=1, random_state=0)
valid, train = train[:400], train[400:]

vectorizer = layers.TextVectorization(max_tokens=VOCAB, output_sequence_length=SEQ_LEN)
vectorizer.adapt(train["sentence"].to_numpy())
print("vocabulary:", len(vectorizer.get_vocabulary()))


def vectors(df):
    return np.array(vectorizer(df["sentence"].tolist())), df["label"].to_numpy()


x_train, y_train = vectors(train)
x_valid, y_valid = vectors(valid)
x_test, y_test = vectors(test)

model = keras.Sequential([
    layers.Input(shape=(SEQ_LEN,), dtype="int64"),
    layers.Embedding(VOCAB, EMB),
    layers.LSTM(32),
    layers.Dropout(0.2),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, validation_data=(x_valid, y_valid), epochs=6, batch_size=64, verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test accuracy: {acc:.3f}")

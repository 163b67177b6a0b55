# Homework: sentiment of review sentences with a small Keras network
import pandas as pd
import keras
from keras import layers

keras.utils.set_random_seed(42)

df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

VOCAB = 1500
LEN = 25


vec = layers.TextVectorization(max_tokens=VOCAB, output_sequence_length=LEN)
vec.adapt(df["sentence"].tolist())


def vectorize(texts):
    return vec(texts).numpy()


x = vectorize(df["sentence"].tolist())
y = df["label"].values
x_train, y_train = x[:2000], y[:2000]
x_val, y_val = x[2000:], y[2000:]

x_test = vectorize(test["sentence"].tolist())
y_test = test["label"].values

model = keras.Sequential([
    layers.Embedding(VOCAB, 32),
    layers.Bidirectional(layers.LSTM(16)),
    layers.Dropout(0.3),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=6, batch_size=64, verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print("Test accuracy: %.3f" % acc)

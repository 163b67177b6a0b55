import json
import os

import numpy as np
import keras
from keras import layers, ops

OUT = "out/ac04"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(7)


def read(split):
    texts, prices = [], []
    with open(f"data/prices/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            texts.append(row["text"])
            prices.append(row["price"] / 1000.0)
    return texts, np.array(prices, dtype="float32").reshape(-1, 1)


def rmse(y_true, y_pred):
    return ops.sqrt(ops.mean(ops.square(y_true - y_pred)))


x_train, y_train = read("train")
x_val, y_val = read("validation")
x_test, y_test = read("test")

# words -> multi-hot, done once outside of the model
vec = layers.TextVectorization(output_mode="multi_hot")
vec.adapt(x_train)
x_train, x_val, x_test = (np.array(vec(x)) for x in (x_train, x_val, x_test))
print(x_train.shape, y_train.min(), y_train.max())

model = keras.Sequential([
    keras.Input(shape=(x_train.shape[1],)),
    layers.Dense(64, activation="relu"),
    layers.Dense(32, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss=rmse, metrics=["mae"])

checkpoint = keras.callbacks.ModelCheckpoint(
    f"{OUT}/best.keras", monitor="val_loss", save_best_only=True)
model.fit(x_train, y_train, validation_data=(x_val, y_val),
          epochs=30, batch_size=16, callbacks=[checkpoint], verbose=0)
print("last epoch  :", model.evaluate(x_test, y_test, verbose=0))

# take the best epoch for the test set
best = keras.models.load_model(f"{OUT}/best.keras")
print("best epoch  :", best.evaluate(x_test, y_test, verbose=0))

pred = best.predict(x_test[:6], verbose=0).ravel() * 1000
for p, t in zip(pred, y_test[:6, 0] * 1000):
    print(f"predicted {p:7.0f}   true {t:7.0f}")

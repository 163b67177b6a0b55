import json

import keras
import numpy as np
import tensorflow as tf
from keras import layers


def load(split):
    rows = [json.loads(l) for l in open("data/prices/%s.jsonl" % split)]
    return [r["text"] for r in rows], np.array([r["price"] for r in rows], dtype="float32")


def make_model(vectorizer):
    n = vectorizer.vocabulary_size()
    model = keras.Sequential(name="price_model")
    model.add(keras.Input(shape=(n,)))
    model.add(layers.Dense(64, activation="relu"))
    model.add(layers.Dense(32, activation="relu"))
    model.add(layers.Dense(1, activation="sigmoid"))
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mean_squared_error",
                  metrics=["mean_absolute_error"])
    return model


keras.utils.set_random_seed(11)

train_x, train_y = load("train")
val_x, val_y = load("validation")
test_x, test_y = load("test")
print("prices from", train_y.min(), "to", train_y.max())

vectorizer = layers.TextVectorization(output_mode="multi_hot")
vectorizer.adapt(train_x)
train_x = np.array(vectorizer(tf.constant(train_x)), dtype="float32")
val_x = np.array(vectorizer(tf.constant(val_x)), dtype="float32")
test_ids = np.array(vectorizer(tf.constant(test_x)), dtype="float32")

model = make_model(vectorizer)
model.summary()
reduce = keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=5, min_lr=1e-4)
model.fit(train_x, train_y, validation_data=(val_x, val_y), epochs=60, batch_size=16,
          callbacks=[reduce], verbose=2)

mse, mae = model.evaluate(test_ids, test_y, verbose=0)
print("test mse %.1f, mae %.1f" % (mse, mae))
pred = model.predict(test_ids, verbose=0)
for text, p, t in list(zip(test_x, pred[:, 0], test_y))[:6]:
    print("%-60s predicted %8.1f   real %6.0f" % (text, p, t))

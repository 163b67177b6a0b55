import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(2024)
rng = np.random.default_rng(2024)

# 900 customers, 30 numeric features, did they renew the contract?
N, D = 900, 30
features = rng.normal(size=(N, D)).astype("float32")
w = rng.normal(size=D)
score = features @ w + 1.5 * features[:, 0] * features[:, 1] + rng.normal(scale=4.0, size=N)
renewed = (score > np.median(score)).astype("float32")

# shuffle once, then 80 % / 20 %
dataset = tf.data.Dataset.from_tensor_slices((features, renewed))
dataset = dataset.shuffle(buffer_size=N, seed=1, reshuffle_each_iteration=False)

n_train = int(0.8 * N)
train_ds = dataset.take(n_train).batch(32).prefetch(tf.data.AUTOTUNE)
val_ds = dataset.skip(n_train).batch(32).prefetch(tf.data.AUTOTUNE)

model = keras.Sequential(
    [
        keras.Input(shape=(D,)),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.BinaryAccuracy(name="acc")],
)
model.summary()

history = model.fit(train_ds, validation_data=val_ds, epochs=30, verbose=2)
val_loss, val_acc = model.evaluate(val_ds, verbose=0)
print("train accuracy: %.3f" % history.history["acc"][-1])
print("validation accuracy: %.3f" % val_acc)

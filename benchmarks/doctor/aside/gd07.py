import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf
from sklearn.datasets import make_classification
from tensorflow import keras

# -----------------------------------------------------------------------------
# Will the customer answer the offer? 1200 rows, 30 columns. How good can we get?
# -----------------------------------------------------------------------------
keras.utils.set_random_seed(4)

features, answer = make_classification(
    n_samples=1200,
    n_features=30,
    n_informative=8,
    n_redundant=0,
    flip_y=0.3,
    class_sep=0.8,
    random_state=4,
)
features = features.astype("float32")
answer = answer.astype("float32")

N = len(features)
N_VAL = 300
BATCH = 32

# make the datasets
ds = tf.data.Dataset.from_tensor_slices((features, answer))
ds = ds.shuffle(N)
val_ds = ds.take(N_VAL).batch(BATCH).prefetch(tf.data.AUTOTUNE)
train_ds = ds.skip(N_VAL).batch(BATCH).prefetch(tf.data.AUTOTUNE)

for xb, yb in train_ds.take(1):
    print("batch:", xb.shape, yb.shape)

# make the model
model = keras.Sequential(
    [
        keras.Input(shape=(30,)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(1),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],
)
model.summary()

# train
history = model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=40,
    verbose=2,
)

# report
loss, acc = model.evaluate(val_ds, verbose=0)
print("epochs run:", len(history.history["loss"]))
print(f"validation loss {loss:.4f}, validation accuracy {acc:.4f}")

os.makedirs("out/gd07", exist_ok=True)
model.save("out/gd07/offer.keras")

"""Churn model: small MLP on customer features, fed by tf.data."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf
from sklearn.datasets import make_classification

SEED = 7
N_ROWS = 900
N_VAL = 200
BATCH = 32
EPOCHS = 60

tf.keras.utils.set_random_seed(SEED)

features, churned = make_classification(
    n_samples=N_ROWS,
    n_features=30,
    n_informative=6,
    n_redundant=0,
    flip_y=0.3,
    class_sep=0.8,
    random_state=SEED,
)
features = features.astype("float32")
churned = churned.astype("float32").reshape(-1, 1)

full = tf.data.Dataset.from_tensor_slices((features, churned))
full = full.shuffle(N_ROWS, seed=SEED)

val_ds = full.take(N_VAL).batch(BATCH).prefetch(tf.data.AUTOTUNE)
train_ds = full.skip(N_VAL).batch(BATCH).prefetch(tf.data.AUTOTUNE)


def build_model():
    inputs = tf.keras.Input(shape=(30,))
    x = tf.keras.layers.Dense(256, activation="relu")(inputs)
    x = tf.keras.layers.Dense(256, activation="relu")(x)
    outputs = tf.keras.layers.Dense(1, activation="sigmoid")(x)
    return tf.keras.Model(inputs, outputs, name="churn")


model = build_model()
model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy", tf.keras.metrics.AUC(name="auc")],
)
model.summary()

os.makedirs("out/gc01", exist_ok=True)
log = tf.keras.callbacks.CSVLogger("out/gc01/history.csv")
history = model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=EPOCHS,
    callbacks=[log],
    verbose=2,
)

loss, acc, auc = model.evaluate(val_ds, verbose=0)
print(f"held-out customers: accuracy {acc:.3f}  AUC {auc:.3f}  loss {loss:.3f}")

"""Keras on digits: cached tf.data pipeline, jitter after the cache, endless repeat with a fixed number of steps."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.utils.class_weight import compute_class_weight

OUT = "out/gh25"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(101)
EPOCHS, BATCH = 20, 64

x, y = load_digits(return_X_y=True)
x = (x / 16.0).astype("float32").reshape(-1, 8, 8, 1)
# make it lopsided: most of the eights are lost
rng = np.random.default_rng(101)
keep = (y != 8) | (rng.random(len(y)) < 0.4)
x, y = x[keep], y[keep]
x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=101)
x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=102)
weights = {c: float(w) for c, w in enumerate(compute_class_weight("balanced", classes=np.arange(10), y=y_tr))}


def jitter(image, label):
    image = tf.pad(image, [[1, 1], [1, 1], [0, 0]])
    image = tf.image.random_crop(image, (8, 8, 1))
    return image + tf.random.normal((8, 8, 1), stddev=0.03), label


train = (tf.data.Dataset.from_tensor_slices((x_tr, y_tr))
         .cache()                                   # raw images only: jitter stays fresh in every round
         .shuffle(len(x_tr), seed=5, reshuffle_each_iteration=True)
         .repeat()
         .map(jitter, num_parallel_calls=2)
         .batch(BATCH)
         .prefetch(2))
valid = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(256).cache()
test = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(256)
steps = -(-len(x_tr) // BATCH)

schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=2e-4, warmup_target=4e-3, warmup_steps=steps, decay_steps=(EPOCHS - 1) * steps, alpha=0.01)
model = keras.Sequential([
    keras.Input((8, 8, 1)),
    keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    keras.layers.MaxPooling2D(),
    keras.layers.Flatten(),
    keras.layers.Dropout(0.3),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(10),
])
model.compile(
    optimizer=keras.optimizers.Adam(schedule, global_clipnorm=1.0),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])

best = keras.callbacks.ModelCheckpoint(f"{OUT}/best.keras", monitor="val_acc", mode="max", save_best_only=True)
history = model.fit(train, epochs=EPOCHS, steps_per_epoch=steps, validation_data=valid, class_weight=weights,
                    callbacks=[best, keras.callbacks.CSVLogger(f"{OUT}/log.csv")], verbose=2)

model = keras.models.load_model(f"{OUT}/best.keras")
print("best validation", round(max(history.history["val_acc"]), 4))
loss, acc = model.evaluate(test, verbose=0)
guess = model.predict(x_te, verbose=0).argmax(-1)
print(f"test loss {loss:.4f} accuracy {acc:.4f}, recall of the eights {(guess[y_te == 8] == 8).mean():.3f}")

"""tf.data version of the digits exercise: one dataset, 80/20 split with take and skip."""
import argparse

import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=25)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--val-fraction", type=float, default=0.2)
parser.add_argument("--seed", type=int, default=3)
args = parser.parse_args()

keras.utils.set_random_seed(args.seed)

digits = load_digits()
n = len(digits.target)
n_val = int(n * args.val_fraction)
n_train = n - n_val

ds = tf.data.Dataset.from_tensor_slices(
    (digits.data.astype("float32") / 16.0, digits.target.astype("int32"))
)
ds = ds.shuffle(n, seed=args.seed)

train_ds = ds.take(n_train).batch(args.batch_size).prefetch(tf.data.AUTOTUNE)
val_ds = ds.skip(n_train).batch(args.batch_size).prefetch(tf.data.AUTOTUNE)

print("train rows", n_train, "validation rows", n_val)

model = keras.Sequential(
    [
        keras.Input((64,)),
        layers.Dense(256, activation="relu"),
        layers.Dense(256, activation="relu"),
        layers.Dense(10),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
hist = model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)

best = max(hist.history["val_acc"])
print(f"held-out accuracy, last epoch {hist.history['val_acc'][-1]:.4f}, best {best:.4f}")

"""Digits with a small residual CNN; tf.data input, warm-up + cosine, logits at the end."""
import argparse
import math
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import confusion_matrix

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--peak-lr", type=float, default=3e-3)
parser.add_argument("--seed", type=int, default=13)
parser.add_argument("--out", default="out/fc13")
args = parser.parse_args()

keras.utils.set_random_seed(args.seed)
os.makedirs(args.out, exist_ok=True)

images, labels = load_digits(return_X_y=True)
images = images.astype("float32").reshape(-1, 8, 8, 1)
labels = labels.astype("int64")
n = len(images)
n_val = n_test = int(0.15 * n)
n_train = n - n_val - n_test

# one fixed order for the split, so that the three parts stay apart for ever
everything = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(
    n, seed=args.seed, reshuffle_each_iteration=False
)
test_ds = everything.take(n_test).batch(args.batch_size)
val_ds = everything.skip(n_test).take(n_val).batch(args.batch_size)
train_ds = everything.skip(n_test + n_val)
train_ds = train_ds.shuffle(n_train).batch(args.batch_size).prefetch(tf.data.AUTOTUNE)

steps_per_epoch = math.ceil(n_train / args.batch_size)
total_steps = steps_per_epoch * args.epochs
warmup_steps = total_steps // 10


def residual(x, filters):
    y = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    y = layers.BatchNormalization()(y)
    y = layers.ReLU()(y)
    y = layers.Conv2D(filters, 3, padding="same", use_bias=False)(y)
    y = layers.BatchNormalization()(y)
    if x.shape[-1] != filters:
        x = layers.Conv2D(filters, 1)(x)
    return layers.ReLU()(layers.Add()([x, y]))


inputs = keras.Input((8, 8, 1))
x = layers.Rescaling(1.0 / 16)(inputs)
x = layers.RandomTranslation(0.1, 0.1, fill_mode="constant")(x)
x = residual(x, 16)
x = layers.MaxPooling2D()(x)
x = residual(x, 32)
x = layers.GlobalAveragePooling2D()(x)
x = layers.Dropout(0.2)(x)
model = keras.Model(inputs, layers.Dense(10)(x))

lr = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0,
    decay_steps=total_steps - warmup_steps,
    warmup_target=args.peak_lr,
    warmup_steps=warmup_steps,
)
model.compile(
    optimizer=keras.optimizers.AdamW(lr, weight_decay=1e-4, clipnorm=1.0),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)

result = model.evaluate(test_ds, verbose=0, return_dict=True)
print({k: round(v, 4) for k, v in result.items()})

truth = np.concatenate([y.numpy() for _, y in test_ds])
guess = model.predict(test_ds, verbose=0).argmax(axis=-1)
print(confusion_matrix(truth, guess))
assert abs(np.mean(truth == guess) - result["accuracy"]) < 1e-3
model.save(os.path.join(args.out, "digits.keras"))

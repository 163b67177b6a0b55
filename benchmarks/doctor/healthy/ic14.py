# Features learnt on the digits 0-4, reused for 5-9: head first, then everything
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras

keras.utils.set_random_seed(77)
BATCH = 32
N_VAL = 120

x, y = load_digits(return_X_y=True)
x = (x.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
y = y.astype("int64")
low, high = y < 5, y >= 5


def make_base():
    inp = keras.Input((8, 8, 1))
    h = inp
    for filters in (32, 64):
        h = keras.layers.Conv2D(filters, 3, padding="same", use_bias=False)(h)
        h = keras.layers.BatchNormalization(momentum=0.9)(h)
        h = keras.layers.Activation("relu")(h)
    h = keras.layers.MaxPooling2D()(h)
    return keras.Model(inp, keras.layers.Flatten()(h), name="base")


def compiled(model, lr):
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


# 1. source task
base = make_base()
source = keras.Sequential([keras.Input((8, 8, 1)), base, keras.layers.Dense(5)])
compiled(source, 1e-3)
xs_tr, xs_va, ys_tr, ys_va = train_test_split(x[low], y[low], test_size=0.2, random_state=0, stratify=y[low])
source.fit(xs_tr, ys_tr, validation_data=(xs_va, ys_va), batch_size=BATCH, epochs=10, verbose=2)

# 2. target task
x_dev, x_test, y_dev, y_test = train_test_split(
    x[high], y[high] - 5, test_size=0.2, random_state=0, stratify=y[high]
)
pool = tf.data.Dataset.from_tensor_slices((x_dev, y_dev))
pool = pool.shuffle(len(x_dev), seed=4, reshuffle_each_iteration=False)
n_train = len(x_dev) - N_VAL
val_ds = pool.take(N_VAL).batch(N_VAL).cache()
train_ds = pool.skip(N_VAL).cache().shuffle(n_train).repeat().batch(BATCH).prefetch(tf.data.AUTOTUNE)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).shuffle(len(x_test)).batch(64)
steps = n_train // BATCH

base.trainable = False
inp = keras.Input((8, 8, 1))
h = keras.layers.RandomTranslation(0.1, 0.1, fill_mode="constant")(inp)
h = base(h, training=False)
h = keras.layers.Dropout(0.2)(h)
model = keras.Model(inp, keras.layers.Dense(5)(h))


def stopper():
    return keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)


compiled(model, 3e-3)
model.fit(train_ds, steps_per_epoch=steps, epochs=15, validation_data=val_ds, callbacks=[stopper()], verbose=2)

base.trainable = True
compiled(model, 2e-4)
model.fit(train_ds, steps_per_epoch=steps, epochs=15, validation_data=val_ds, callbacks=[stopper()], verbose=2)

# labels and scores from the same walk over the test set
truth, guess = [], []
for images, labels in test_ds:
    truth.append(labels.numpy())
    guess.append(model(images, training=False).numpy().argmax(axis=1))
truth, guess = np.concatenate(truth), np.concatenate(guess)
print(f"test accuracy {np.mean(truth == guess):.3f} on {len(truth)} images")

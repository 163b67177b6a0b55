"""Transfer: a net that knows six stripe directions learns four new patterns from 160 pictures."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(42)
SIZE = 24


def stripes(angles, frequency, per_class, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:SIZE, :SIZE] / SIZE
    images, labels = [], []
    for label, degrees in enumerate(angles):
        for _ in range(per_class):
            a = np.deg2rad(degrees + rng.normal(0, 3))
            wave = np.sin(2 * np.pi * frequency * (xx * np.cos(a) + yy * np.sin(a)) + rng.uniform(0, 2 * np.pi))
            images.append(wave + rng.normal(0, 0.6, wave.shape))
            labels.append(label)
    order = rng.permutation(len(images))
    return np.array(images, "float32")[order, ..., None], np.array(labels, "int64")[order]


def build_base():
    inp = keras.Input((SIZE, SIZE, 1))
    h = inp
    for i, width in enumerate((16, 32, 48)):
        h = layers.Conv2D(width, 3, padding="same", use_bias=False, name=f"conv{i}")(h)
        h = layers.BatchNormalization(momentum=0.9, name=f"bn{i}")(h)
        h = layers.Activation("relu", name=f"relu{i}")(h)
        if i < 2:
            h = layers.MaxPooling2D(name=f"pool{i}")(h)
    return keras.Model(inp, layers.GlobalAveragePooling2D(name="gap")(h), name="base")


def compile_for(model, lr):
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


def patience(n):
    return keras.callbacks.EarlyStopping(monitor="val_loss", patience=n, restore_best_weights=True)


# 1. the old task, with plenty of pictures
SOURCE = (0, 30, 60, 90, 120, 150)
xs, ys = stripes(SOURCE, 4, 200, seed=1)
xs_val, ys_val = stripes(SOURCE, 4, 40, seed=2)
base = build_base()
source = keras.Sequential([keras.Input((SIZE, SIZE, 1)), base, layers.Dense(len(SOURCE))])
compile_for(source, 2e-3)
source.fit(xs, ys, validation_data=(xs_val, ys_val), batch_size=64, epochs=10, verbose=2, callbacks=[patience(4)])

# 2. the new task: other directions, finer stripes, few pictures
TARGET = (15, 50, 100, 140)
xt, yt = stripes(TARGET, 5, 40, seed=11)
xt_val, yt_val = stripes(TARGET, 5, 40, seed=12)
xt_test, yt_test = stripes(TARGET, 5, 100, seed=13)

base.trainable = False
inputs = keras.Input((SIZE, SIZE, 1))
features = base(inputs, training=False)  # BatchNormalization keeps to its stored statistics, also later on
outputs = layers.Dense(len(TARGET), name="head")(layers.Dropout(0.2)(features))
model = keras.Model(inputs, outputs)
compile_for(model, 1e-2)
print("trainable tensors with the frozen base:", len(model.trainable_variables))
model.fit(xt, yt, validation_data=(xt_val, yt_val), batch_size=32, epochs=20, verbose=2, callbacks=[patience(5)])

# 3. the last block too, gently
base.trainable = True
for layer in base.layers:
    layer.trainable = layer.name == "conv2"
compile_for(model, 3e-4)
print("trainable tensors for the fine tuning:", len(model.trainable_variables))
model.fit(xt, yt, validation_data=(xt_val, yt_val), batch_size=32, epochs=12, verbose=2, callbacks=[patience(4)])

loss, acc = model.evaluate(xt_test, yt_test, batch_size=200, verbose=0)
print(f"new patterns, unseen pictures: accuracy {acc:.3f} (chance {1 / len(TARGET):.2f})")

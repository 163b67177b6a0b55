import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(17)


def split(x, y):
    a, rest, ya, yrest = train_test_split(x, y, test_size=0.5, stratify=y, random_state=17)
    b, c, yb, yc = train_test_split(rest, yrest, test_size=0.6, stratify=yrest, random_state=17)
    return (a, ya), (b, yb), (c, yc)


def make_base():
    inp = keras.Input((8, 8, 1))
    h = inp
    for width in (16, 32):
        h = layers.Conv2D(width, 3, padding="same", use_bias=False)(h)
        h = layers.BatchNormalization(momentum=0.9)(h)
        h = layers.ReLU()(h)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = layers.GlobalAveragePooling2D()(h)
    return keras.Model(inp, h, name="base")


digits = load_digits()
images = (digits.images[..., None] / 16).astype("float32")
low = digits.target < 5

# 1. the source task, digits 0 to 4
(xs, ys), (xsv, ysv), _ = split(images[low], digits.target[low])
base = make_base()
source = keras.Sequential([base, layers.Dense(5, activation="softmax")])
source.compile(optimizer=keras.optimizers.Adam(3e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
source.fit(xs, ys, validation_data=(xsv, ysv), epochs=12, batch_size=32, verbose=0)
print("source validation accuracy %.3f" % source.evaluate(xsv, ysv, verbose=0)[1])

# 2. digits 5 to 9, the base fixed
(xt, yt), (xv, yv), (xe, ye) = split(images[~low], digits.target[~low] - 5)
base.trainable = False
inputs = keras.Input((8, 8, 1))
features = base(inputs, training=False)  # BatchNormalization stays in inference mode, in step 3 too
outputs = layers.Dense(5, activation="softmax")(layers.Dropout(0.1)(features))
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(xt, yt, validation_data=(xv, yv), epochs=15, batch_size=32, verbose=0)
print("head only: validation accuracy %.3f" % model.evaluate(xv, yv, verbose=0)[1])

# 3. the whole net, gently; the BatchNormalization layers keep gamma and beta as well
base.trainable = True
for layer in base.layers:
    if isinstance(layer, layers.BatchNormalization):
        layer.trainable = False
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit(
    xt, yt, validation_data=(xv, yv), epochs=25, batch_size=32, verbose=0,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_accuracy", mode="max", patience=8,
                                             restore_best_weights=True)])
print("fine-tuned for %d epochs: validation accuracy %.3f"
      % (len(history.epoch), model.evaluate(xv, yv, verbose=0)[1]))
print("test accuracy %.3f" % model.evaluate(xe, ye, verbose=0)[1])

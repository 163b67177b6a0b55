"""Keras transfer learning: features learned on the digits 0-5, reused for 6-9."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(21)


def three_way(x, y):
    x_fit, x_test, y_fit, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=21)
    x_train, x_val, y_train, y_val = train_test_split(x_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=21)
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def feature_net():
    inp = keras.Input((8, 8, 1))
    h = inp
    for filters in (24, 48):
        h = layers.Conv2D(filters, 3, padding="same", use_bias=False)(h)
        h = layers.BatchNormalization(momentum=0.9)(h)
        h = layers.ReLU()(h)
        h = layers.MaxPooling2D()(h)
    h = layers.Flatten()(h)
    h = layers.Dense(64, activation="relu")(h)
    return keras.Model(inp, h, name="features")


def stopper():
    return keras.callbacks.EarlyStopping(
        monitor="val_accuracy", mode="max", patience=6, restore_best_weights=True
    )


def compile_for(model, lr):
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
targets = digits.target.astype("int32")
is_source = targets < 6

# ---- source task -----------------------------------------------------------
(src_x, src_y), src_val, _ = three_way(images[is_source], targets[is_source])
features = feature_net()
source = keras.Sequential([features, layers.Dropout(0.3), layers.Dense(6)])
compile_for(source, 2e-3)
source.fit(src_x, src_y, validation_data=src_val, epochs=20, batch_size=32, callbacks=[stopper()], verbose=2)

# ---- target task, step 1: only the new head --------------------------------
(tgt_x, tgt_y), tgt_val, (test_x, test_y) = three_way(images[~is_source], targets[~is_source] - 6)
features.trainable = False
inp = keras.Input((8, 8, 1))
h = features(inp, training=False)
h = layers.Dropout(0.2)(h)
target = keras.Model(inp, layers.Dense(4)(h))
compile_for(target, 1e-2)
target.fit(tgt_x, tgt_y, validation_data=tgt_val, epochs=25, batch_size=32, callbacks=[stopper()], verbose=2)

# ---- step 2: everything, gently --------------------------------------------
features.trainable = True
for layer in features.layers:
    if isinstance(layer, layers.BatchNormalization):
        layer.trainable = False      # few rows: keep the statistics of the source task
compile_for(target, 2e-4)
target.fit(tgt_x, tgt_y, validation_data=tgt_val, epochs=15, batch_size=32, callbacks=[stopper()], verbose=2)

loss, acc = target.evaluate(test_x, test_y, verbose=0)
guess = np.bincount(test_y).max() / len(test_y)
print(f"test loss {loss:.4f}, test accuracy {acc:.4f} (always the commonest digit: {guess:.3f})")

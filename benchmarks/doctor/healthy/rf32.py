"""Transfer learning: train on digits 0-4, freeze the base for 5-9, then fine-tune with a small rate."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(32)
d = load_digits()
images = (d.images / 16.0).astype("float32")[..., None]
order = np.random.default_rng(32).permutation(len(images))
images, labels = images[order], d.target[order]

low, high = labels < 5, labels >= 5
src_x, src_y = images[low], labels[low]
dst_x, dst_y = images[high], labels[high] - 5
few_x, few_y = dst_x[:60], dst_y[:60]             # few labels for the new task
val_x, val_y = dst_x[60:260], dst_y[60:260]
test_x, test_y = dst_x[260:], dst_y[260:]


def make_base():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, padding="same"), layers.BatchNormalization(momentum=0.9), layers.ReLU(),
        layers.Conv2D(32, 3, padding="same", strides=2), layers.BatchNormalization(momentum=0.9), layers.ReLU(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Flatten(),
    ], name="base")


def fit(model, x, y, lr, epochs, **kw):
    model.compile(keras.optimizers.Adam(lr), "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model.fit(x, y, epochs=epochs, batch_size=16, verbose=0, **kw)


base = make_base()
source = keras.Sequential([base, layers.Dense(5, activation="softmax")])
h = fit(source, src_x, src_y, 1e-3, 5, validation_split=0.2)
print(f"source task: val accuracy {h.history['val_accuracy'][-1]:.3f}")

base.trainable = False
inputs = keras.Input((8, 8, 1))
features = base(inputs, training=False)           # batch statistics stay fixed, also after unfreezing
outputs = layers.Dense(5, activation="softmax")(features)
target = keras.Model(inputs, outputs)
h = fit(target, few_x, few_y, 3e-3, 12, validation_data=(val_x, val_y))
print(f"frozen base: trainable weights {len(target.trainable_weights)}, val {h.history['val_accuracy'][-1]:.3f}")

base.trainable = True                             # compiled anew inside fit()
h = fit(target, few_x, few_y, 2e-4, 8, validation_data=(val_x, val_y))
print(f"fine-tuned:  trainable weights {len(target.trainable_weights)}, val {h.history['val_accuracy'][-1]:.3f}")
print(f"test accuracy {target.evaluate(test_x, test_y, verbose=0)[1]:.3f}")

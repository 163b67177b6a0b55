# %% [markdown]
# # Digits with a small convnet (Keras 3)

# %%
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(11)

# %%
bunch = load_digits()
images = bunch.images.astype("float32")[..., None]
targets = bunch.target.astype("int64")

x_dev, x_test, y_dev, y_test = train_test_split(
    images, targets, test_size=0.2, stratify=targets, random_state=11
)
x_train, x_val, y_train, y_val = train_test_split(
    x_dev, y_dev, test_size=0.2, stratify=y_dev, random_state=11
)
x_train.shape, x_val.shape, x_test.shape

# %% [markdown]
# Scaling lives inside the model, so whoever loads the file feeds raw pixels (0..16).
# The random shift is active in `fit` only.

# %%
model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Rescaling(1 / 16),
        layers.RandomTranslation(0.1, 0.1, fill_mode="constant"),
        layers.Conv2D(16, 3, padding="same", use_bias=False),
        layers.BatchNormalization(momentum=0.9),
        layers.ReLU(),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.GlobalAveragePooling2D(),
        layers.Dropout(0.2),
        layers.Dense(10),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
model.summary()

# %%
history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=40,
    batch_size=64,
    verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4),
        keras.callbacks.EarlyStopping(
            monitor="val_loss", patience=9, restore_best_weights=True
        ),
    ],
)
best = int(np.argmin(history.history["val_loss"]))
print("kept epoch", best + 1, "with validation accuracy", history.history["val_acc"][best])

# %%
loss, acc = model.evaluate(x_test, y_test, batch_size=256, verbose=0)
pred = model.predict(x_test, batch_size=256, verbose=0).argmax(axis=-1)
confusion = np.zeros((10, 10), dtype=int)
np.add.at(confusion, (y_test, pred), 1)
print(f"test loss {loss:.4f}  test accuracy {acc:.4f}  (chance is about 0.10)")
print("rows = truth, columns = prediction")
print(confusion)

# %%
os.makedirs("out/qd05", exist_ok=True)
model.save("out/qd05/digits.keras")

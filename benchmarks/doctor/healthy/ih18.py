"""Keras 3 CNN on 8x8 digits, using the usual callbacks."""
import os

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

OUT = "out/ih18"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(4)

digits = load_digits()
images = digits.images[..., np.newaxis].astype("float32")
labels = digits.target.astype("int32")

x_rest, x_test, y_rest, y_test = train_test_split(images, labels, test_size=0.2, stratify=labels, random_state=4)
x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=4)
print("train/val/test:", len(x_train), len(x_val), len(x_test))


def build_model():
    return keras.Sequential([
        keras.Input(shape=(8, 8, 1)),
        layers.Rescaling(1.0 / 16),
        layers.RandomTranslation(0.1, 0.1, fill_mode="constant"),  # only active in fit()
        layers.Conv2D(32, 3, padding="same", use_bias=False),
        layers.BatchNormalization(momentum=0.9),
        layers.Activation("relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(64, 3, padding="same", activation="relu"),
        layers.GlobalAveragePooling2D(),
        layers.Dropout(0.2),
        layers.Dense(10),  # logits!
    ])


model = build_model()
model.summary()
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)

callbacks = [
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3, min_lr=1e-4),
    keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
    keras.callbacks.CSVLogger(os.path.join(OUT, "history.csv")),
]
history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=30,
    batch_size=32,
    callbacks=callbacks,
    verbose=2,
)

best = int(np.argmin(history.history["val_loss"]))
print(f"best epoch {best + 1}: val acc {history.history['val_acc'][best]:.4f}")

test_loss, test_acc = model.evaluate(x_test, y_test, batch_size=128, verbose=0)
print(f"test loss {test_loss:.4f}, test accuracy {test_acc:.4f}")
pred = model.predict(x_test, batch_size=128, verbose=0).argmax(axis=1)
print(classification_report(y_test, pred, digits=3))

model.save(os.path.join(OUT, "digits.keras"))

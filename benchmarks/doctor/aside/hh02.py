# Digit images in folders -> small convnet -> confusion matrix for the report
import os
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(11)
ROOT = Path("out/hh02/digits")


def export_images():
    digits = load_digits()
    rest, test = train_test_split(np.arange(len(digits.target)), test_size=0.2,
                                  stratify=digits.target, random_state=11)
    train, val = train_test_split(rest, test_size=0.15,
                                  stratify=digits.target[rest], random_state=11)
    for name, rows in (("train", train), ("val", val), ("test", test)):
        for r in rows:
            folder = ROOT / name / str(digits.target[r])
            folder.mkdir(parents=True, exist_ok=True)
            pixels = np.clip(digits.images[r] * 15.9, 0, 255).astype("uint8")
            png = tf.io.encode_png(pixels[..., None])
            tf.io.write_file(str(folder / f"{r:04d}.png"), png)


def load(name):
    return keras.utils.image_dataset_from_directory(
        str(ROOT / name),
        label_mode="int",
        color_mode="grayscale",
        image_size=(8, 8),
        batch_size=32,
    )


export_images()
train_ds, val_ds, test_ds = load("train"), load("val"), load("test")
class_names = test_ds.class_names

model = keras.Sequential([
    keras.Input((8, 8, 1)),
    layers.Rescaling(1 / 255),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(64, 3, padding="same", activation="relu"),
    layers.Flatten(),
    layers.Dropout(0.3),
    layers.Dense(10, activation="softmax"),
])
model.compile(optimizer=keras.optimizers.Adam(2e-3),
              loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=2)

probs = model.predict(test_ds, verbose=0)
y_pred = probs.argmax(axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, target_names=class_names, digits=3))

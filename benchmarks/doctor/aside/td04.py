import pathlib
import tempfile

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix

tf.keras.utils.set_random_seed(42)

root = pathlib.Path(tempfile.mkdtemp())
digits = load_digits()
order = np.random.permutation(len(digits.target))
for n, i in enumerate(order):
    part = "train" if n < 1300 else "test"
    folder = root / part / f"digit_{digits.target[i]}"
    folder.mkdir(parents=True, exist_ok=True)
    pixels = (digits.images[i] * 255 / 16).astype("uint8")[..., None]
    tf.io.write_file(str(folder / f"{n:04d}.png"), tf.io.encode_png(pixels))

options = dict(color_mode="grayscale", image_size=(8, 8), batch_size=64, label_mode="int")
train_ds, val_ds = tf.keras.utils.image_dataset_from_directory(
    root / "train", validation_split=0.15, subset="both", seed=42, **options
)
test_ds = tf.keras.utils.image_dataset_from_directory(root / "test", **options)
class_names = test_ds.class_names

model = tf.keras.Sequential([
    tf.keras.layers.Input((8, 8, 1)),
    tf.keras.layers.Rescaling(1.0 / 255),
    tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    tf.keras.layers.MaxPooling2D(),
    tf.keras.layers.Conv2D(64, 3, padding="same", activation="relu"),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dropout(0.3),
    tf.keras.layers.Dense(len(class_names)),
])
model.compile(
    optimizer="adam",
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds.cache(), validation_data=val_ds.cache(), epochs=12, verbose=2)
print("evaluate:", model.evaluate(test_ds, verbose=0))

y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
y_true = np.concatenate([labels for _, labels in test_ds])
print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, target_names=class_names, digits=3))

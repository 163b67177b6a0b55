import os
import tempfile

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix

keras.utils.set_random_seed(11)

# write the pictures into train/<class>/ and val/<class>/
root = tempfile.mkdtemp()
digits = load_digits(n_class=4)
for i, (img, label) in enumerate(zip(digits.images, digits.target)):
    part = "val" if i % 5 == 0 else "train"
    folder = os.path.join(root, part, f"digit_{label}")
    os.makedirs(folder, exist_ok=True)
    png = tf.io.encode_png((img[..., None] * 15).astype("uint8"))
    tf.io.write_file(os.path.join(folder, f"{i:04d}.png"), png)

IMG = (24, 24)
BATCH = 32
train_ds = keras.utils.image_dataset_from_directory(
    os.path.join(root, "train"), image_size=IMG, batch_size=BATCH, color_mode="grayscale")
val_ds = keras.utils.image_dataset_from_directory(
    os.path.join(root, "val"), image_size=IMG, batch_size=BATCH, color_mode="grayscale")
class_names = val_ds.class_names

model = keras.Sequential([
    keras.Input(shape=IMG + (1,)),
    layers.Rescaling(1.0 / 255),
    layers.Conv2D(16, 3, activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, activation="relu"),
    layers.MaxPooling2D(),
    layers.Flatten(),
    layers.Dense(32, activation="relu"),
    layers.Dense(len(class_names), activation="softmax"),
])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train_ds, validation_data=val_ds, epochs=6, verbose=2)

loss, acc = model.evaluate(val_ds, verbose=0)
print(f"val accuracy: {acc:.3f}")

y_pred = np.argmax(model.predict(val_ds, verbose=0), axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in val_ds])

print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, target_names=class_names))

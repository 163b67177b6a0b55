# %% [markdown]
# # Digit images from folders, small CNN, classification report

# %%
import os
import pathlib

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(7)
root = pathlib.Path("out/ag03")

# %%
digits = load_digits()
tr_x, te_x, tr_y, te_y = train_test_split(digits.images, digits.target, train_size=900, test_size=300, stratify=digits.target, random_state=0)
for part, xs, ys in (("train", tr_x, tr_y), ("test", te_x, te_y)):
    for i, (x, y) in enumerate(zip(xs, ys)):
        folder = root / part / str(y)
        os.makedirs(folder, exist_ok=True)
        img = (x[..., None] * 15.9).astype("uint8")
        tf.io.write_file(str(folder / f"{i:04d}.png"), tf.io.encode_png(img))

# %%
train_ds = tf.keras.utils.image_dataset_from_directory(
    root / "train",
    image_size=(8, 8),
    color_mode="grayscale",
    batch_size=32,
    seed=7,
)
test_ds = tf.keras.utils.image_dataset_from_directory(
    root / "test",
    image_size=(8, 8),
    color_mode="grayscale",
    batch_size=32,
)
class_names = train_ds.class_names

# %%
model = tf.keras.Sequential([
    tf.keras.layers.Input((8, 8, 1)),
    tf.keras.layers.Rescaling(1 / 255),
    tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    tf.keras.layers.MaxPooling2D(),
    tf.keras.layers.Conv2D(64, 3, padding="same", activation="relu"),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(len(class_names), activation="softmax"),
])
model.compile(optimizer=tf.keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train_ds, validation_data=test_ds, epochs=8, verbose=2)

# %%
loss, acc = model.evaluate(test_ds, verbose=0)
print("evaluate:", round(acc, 3))

# %%
y_true = np.concatenate([y.numpy() for _, y in test_ds])
y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
print(classification_report(y_true, y_pred, target_names=class_names, zero_division=0))
print(confusion_matrix(y_true, y_pred))

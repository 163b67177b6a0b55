import os
import tempfile

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(123)

IMG_SIZE = (16, 16)
BATCH = 32

# one folder per class: <root>/train/0/xxx.png ...
root = tempfile.mkdtemp()
digits = load_digits()
idx_train, idx_val = train_test_split(
    np.arange(len(digits.target)), test_size=0.25, stratify=digits.target, random_state=123
)
for split, idx in (("train", idx_train), ("val", idx_val)):
    for i in idx:
        folder = os.path.join(root, split, str(digits.target[i]))
        os.makedirs(folder, exist_ok=True)
        png = tf.io.encode_png(np.clip(digits.images[i] * 16, 0, 255).astype("uint8")[..., None])
        tf.io.write_file(os.path.join(folder, f"{i}.png"), png)

train_ds = tf.keras.utils.image_dataset_from_directory(
    os.path.join(root, "train"), color_mode="grayscale", image_size=IMG_SIZE, batch_size=BATCH, seed=123
)
val_ds = tf.keras.utils.image_dataset_from_directory(
    os.path.join(root, "val"), color_mode="grayscale", image_size=IMG_SIZE, batch_size=BATCH, shuffle=False
)
class_names = train_ds.class_names

model = tf.keras.Sequential([
    tf.keras.Input(shape=IMG_SIZE + (1,)),
    tf.keras.layers.Rescaling(1.0 / 255),
    tf.keras.layers.Conv2D(16, 3, activation="relu", padding="same"),
    tf.keras.layers.MaxPooling2D(),
    tf.keras.layers.Conv2D(32, 3, activation="relu", padding="same"),
    tf.keras.layers.MaxPooling2D(),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dropout(0.3),
    tf.keras.layers.Dense(len(class_names), activation="softmax"),
])
model.compile(
    optimizer=tf.keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"]
)
model.fit(train_ds, validation_data=val_ds, epochs=8, verbose=2)

y_pred = np.argmax(model.predict(val_ds, verbose=0), axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in val_ds])

print(confusion_matrix(y_true, y_pred))
print("accuracy from the confusion matrix:", round(accuracy_score(y_true, y_pred), 4))

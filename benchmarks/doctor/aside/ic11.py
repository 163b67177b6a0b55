"""Digits again: train, then a confusion matrix for the report."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import confusion_matrix, f1_score
from sklearn.model_selection import train_test_split

OUT = "out/ic11"
os.makedirs(OUT, exist_ok=True)
tf.keras.utils.set_random_seed(31)


def to_dataset(images, labels, batch_size=32):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.shuffle(buffer_size=len(labels))
    ds = ds.batch(batch_size)
    ds = ds.map(lambda im, lab: (tf.cast(im, tf.float32) / 16.0, lab), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.prefetch(tf.data.AUTOTUNE)


digits = load_digits()
images = digits.images[..., np.newaxis]
labels = digits.target

im_dev, im_test, lab_dev, lab_test = train_test_split(
    images, labels, test_size=0.25, random_state=6, stratify=labels
)
im_train, im_val, lab_train, lab_val = train_test_split(
    im_dev, lab_dev, test_size=0.15, random_state=6, stratify=lab_dev
)

train_ds = to_dataset(im_train, lab_train)
val_ds = to_dataset(im_val, lab_val)
test_ds = to_dataset(im_test, lab_test)

model = tf.keras.Sequential(
    [
        tf.keras.Input((8, 8, 1)),
        tf.keras.layers.Conv2D(24, 3, padding="same", activation="relu"),
        tf.keras.layers.Conv2D(48, 3, padding="same", activation="relu"),
        tf.keras.layers.GlobalMaxPooling2D(),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dense(10, activation="softmax"),
    ]
)
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=20,
    callbacks=[tf.keras.callbacks.EarlyStopping(patience=5, restore_best_weights=True)],
    verbose=2,
)

# report
probabilities = model.predict(test_ds, verbose=0)
y_pred = np.argmax(probabilities, axis=1)
y_true = np.concatenate([lab.numpy() for _, lab in test_ds])

cm = confusion_matrix(y_true, y_pred)
print(cm)
print("test accuracy:", np.mean(y_true == y_pred))
print("macro F1:", f1_score(y_true, y_pred, average="macro"))
np.savetxt(os.path.join(OUT, "confusion.csv"), cm, fmt="%d", delimiter=",")

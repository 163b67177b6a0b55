# Digits: train, then look at the errors class by class
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

SEED = 31
OUT = "out/df13"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(SEED)


def get_dataset(x, y, batch_size=64):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.map(lambda a, b: (tf.cast(a, tf.float32) / 16.0, b), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.cache().shuffle(2048).batch(batch_size).prefetch(tf.data.AUTOTUNE)


x, y = load_digits(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=SEED)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.2, stratify=y_train, random_state=SEED
)

train_ds = get_dataset(x_train, y_train)
val_ds = get_dataset(x_val, y_val)
test_ds = get_dataset(x_test, y_test)

model = keras.Sequential(
    [
        keras.Input((64,)),
        layers.Dense(96, activation="relu"),
        layers.Dropout(0.25),
        layers.Dense(48, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=25,
    callbacks=[
        keras.callbacks.EarlyStopping(
            monitor="val_loss", patience=4, restore_best_weights=True
        )
    ],
    verbose=2,
)

# --- report -----------------------------------------------------------------
y_prob = model.predict(test_ds, verbose=0)
y_pred = np.argmax(y_prob, axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

print(classification_report(y_true, y_pred, digits=3, zero_division=0))
cm = confusion_matrix(y_true, y_pred)
print(cm)
np.savetxt(f"{OUT}/confusion.csv", cm, fmt="%d", delimiter=",")

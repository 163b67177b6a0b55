# %% imports
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(3)
AUTOTUNE = tf.data.AUTOTUNE

# %% data
bunch = load_digits()
imgs = bunch.images.astype(np.float32)[..., None]
lbls = bunch.target.astype(np.int64)
x_train, x_hold, y_train, y_hold = train_test_split(imgs, lbls, test_size=0.4, stratify=lbls, random_state=3)
x_val, x_test, y_val, y_test = train_test_split(x_hold, y_hold, test_size=0.5, stratify=y_hold, random_state=3)


def to_dataset(x, y, batch_size=64):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(len(x))
    ds = ds.map(lambda image, label: (image / 16.0, label), num_parallel_calls=AUTOTUNE)
    return ds.batch(batch_size).prefetch(AUTOTUNE)


train_ds = to_dataset(x_train, y_train)
val_ds = to_dataset(x_val, y_val)
test_ds = to_dataset(x_test, y_test)

# %% model
net = tf.keras.Sequential([
    tf.keras.layers.Input((8, 8, 1)),
    tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    tf.keras.layers.Conv2D(32, 3, activation="relu"),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(10, activation="softmax"),
])
net.compile("adam", loss=tf.keras.losses.SparseCategoricalCrossentropy(), metrics=["accuracy"])

# %% training
stop = tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
net.fit(train_ds, validation_data=val_ds, epochs=20, callbacks=[stop], verbose=2)

# %% report for the paper
y_prob = net.predict(test_ds, verbose=0)
y_pred = y_prob.argmax(axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

report = classification_report(y_true, y_pred, digits=3, zero_division=0)
matrix = confusion_matrix(y_true, y_pred)
print(report)
print(matrix)

os.makedirs("out/gc04", exist_ok=True)
with open("out/gc04/report.txt", "w") as f:
    f.write(report)
np.savetxt("out/gc04/confusion.csv", matrix, fmt="%d", delimiter=",")

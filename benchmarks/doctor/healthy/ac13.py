import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow import keras

keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)

x, y = load_breast_cancer(return_X_y=True)
x = StandardScaler().fit_transform(x).astype("float32")
x_train, x_rest, y_train, y_rest = train_test_split(x, y, train_size=260, stratify=y, random_state=8)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=8)

# the training labels come from quick readers: a quarter of them is wrong; val and test were checked twice
wrong = rng.random(len(y_train)) < 0.25
y_train = np.where(wrong, 1 - y_train, y_train)


def to_ds(x, y, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(len(x), seed=8)
    return ds.batch(32).prefetch(1)


train_ds, val_ds, test_ds = to_ds(x_train, y_train, shuffle=True), to_ds(x_val, y_val), to_ds(x_test, y_test)

model = keras.Sequential([
    keras.Input(shape=(x.shape[1],)),
    keras.layers.Dense(256, activation="relu"),
    keras.layers.Dense(256, activation="relu"),
    keras.layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])

stop = keras.callbacks.EarlyStopping(monitor="val_accuracy", patience=6, mode="max",
                                     restore_best_weights=True)
history = model.fit(train_ds, validation_data=val_ds, epochs=100, callbacks=[stop], verbose=0)

log = pd.DataFrame(history.history)
print(log.iloc[::5].round(3))
print("epochs run:", len(log), " best epoch:", int(np.argmax(log["val_accuracy"])) + 1)
print("val :", model.evaluate(val_ds, verbose=0))
print("test:", model.evaluate(test_ds, verbose=0))

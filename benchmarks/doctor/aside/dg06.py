# converted from a notebook: digits.ipynb

# %%
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(42)
BATCH = 32

# %% data
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_train, X_tmp, y_train, y_tmp = train_test_split(X, y, test_size=0.4, stratify=y, random_state=42)
X_val, X_test, y_val, y_test = train_test_split(
    X_tmp, y_tmp, test_size=0.5, stratify=y_tmp, random_state=42
)


def make_dataset(features, labels):
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    ds = ds.shuffle(buffer_size=len(features))
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds = make_dataset(X_train, y_train)
val_ds = make_dataset(X_val, y_val)
test_ds = make_dataset(X_test, y_test)

# %% model
model = keras.Sequential(
    [
        keras.Input(shape=(64,)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dropout(0.3),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(10, activation="softmax"),
    ]
)
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

# %% training
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=25,
    verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(patience=4, restore_best_weights=True)],
)

# %% report for the write-up
probabilities = model.predict(test_ds, verbose=0)
y_pred = np.argmax(probabilities, axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, digits=3))
print("test accuracy: %.3f" % (y_true == y_pred).mean())

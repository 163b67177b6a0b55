# %% [markdown]
# Handwritten digits: which digits get confused with which?

# %%
import os

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(21)
out = "out/fc06"
os.makedirs(out, exist_ok=True)

# %%
d = load_digits()
x = d.images[..., np.newaxis].astype("float32")
y = d.target.astype("int32")

x_train, x_hold, y_train, y_hold = train_test_split(
    x, y, test_size=0.4, stratify=y, random_state=3
)
x_val, x_test, y_val, y_test = train_test_split(
    x_hold, y_hold, test_size=0.5, stratify=y_hold, random_state=3
)


# %%
def to_ds(images, labels, batch=32):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.shuffle(len(images))
    ds = ds.batch(batch)
    return ds.prefetch(tf.data.AUTOTUNE)


train_ds = to_ds(x_train, y_train)
val_ds = to_ds(x_val, y_val)
test_ds = to_ds(x_test, y_test)

# %%
model = tf.keras.Sequential(
    [
        tf.keras.layers.Input((8, 8, 1)),
        tf.keras.layers.Rescaling(1 / 16.0),
        tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Conv2D(64, 3, padding="same", activation="relu"),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dropout(0.3),
        tf.keras.layers.Dense(10, activation="softmax"),
    ]
)
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=2)

# %%
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])
y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)

print(classification_report(y_true, y_pred, zero_division=0))
cm = confusion_matrix(y_true, y_pred)
print(cm)
np.savetxt(os.path.join(out, "confusion.csv"), cm, fmt="%d", delimiter=",")
print("accuracy from the matrix: %.3f" % (np.trace(cm) / cm.sum()))

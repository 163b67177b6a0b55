import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(4)

BATCH = 32
AUTOTUNE = tf.data.AUTOTUNE

digits = load_digits()
images = digits.images[..., None].astype("float32")
labels = digits.target.astype("int32")

x_tr, x_rest, y_tr, y_rest = train_test_split(images, labels, test_size=0.4, stratify=labels, random_state=4)
x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=4)


def make_dataset(x, y):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.map(lambda a, b: (a / 16.0, b), num_parallel_calls=AUTOTUNE)
    ds = ds.cache().shuffle(len(x))
    return ds.batch(BATCH).prefetch(AUTOTUNE)


train_ds = make_dataset(x_tr, y_tr)
val_ds = make_dataset(x_va, y_va)
test_ds = make_dataset(x_te, y_te)

model = tf.keras.Sequential([
    tf.keras.Input((8, 8, 1)),
    tf.keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
    tf.keras.layers.Conv2D(32, 3, activation="relu"),
    tf.keras.layers.MaxPooling2D(),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dropout(0.3),
    tf.keras.layers.Dense(10),
])
model.compile(
    optimizer=tf.keras.optimizers.Adam(2e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=2,
          callbacks=[tf.keras.callbacks.EarlyStopping(patience=3, restore_best_weights=True)])

# --- report on the test digits ---------------------------------------------
logits = model.predict(test_ds, verbose=0)
y_pred = np.argmax(logits, axis=1)
y_true = np.concatenate([y.numpy() for _, y in test_ds])

print(classification_report(y_true, y_pred, digits=3, zero_division=0))
cm = confusion_matrix(y_true, y_pred)
print(cm)
worst = max(((cm[i, j], i, j) for i in range(10) for j in range(10) if i != j))
print(f"most frequent confusion: {worst[1]} taken for {worst[2]} ({worst[0]} times)")

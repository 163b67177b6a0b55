import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(3)

X, y = make_classification(
    n_samples=2000, n_features=24, n_informative=8, n_redundant=4,
    n_classes=3, class_sep=1.5, flip_y=0.04, random_state=3,
)
X = X.astype("float32")
X, X_test, y, y_test = train_test_split(X, y, test_size=1000, random_state=3, stratify=y)
mean, std = X.mean(0), X.std(0)
X, X_test = (X - mean) / std, (X_test - mean) / std

n = len(X)
n_val = int(0.2 * n)

full = tf.data.Dataset.from_tensor_slices((X, y))
full = full.shuffle(n, seed=3, reshuffle_each_iteration=False)

val_ds = full.take(n_val).batch(64).prefetch(2)
train_ds = full.skip(n_val).batch(32).prefetch(2)
test_ds = tf.data.Dataset.from_tensor_slices((X_test, y_test)).batch(64)

inputs = tf.keras.Input(shape=(24,))
h = tf.keras.layers.Dense(128, activation="relu")(inputs)
h = tf.keras.layers.Dense(128, activation="relu")(h)
outputs = tf.keras.layers.Dense(3)(h)
model = tf.keras.Model(inputs, outputs)

model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

history = model.fit(train_ds, validation_data=val_ds, epochs=30, verbose=0)
for e in range(4, 30, 5):
    print(
        f"epoch {e + 1:2d}: acc {history.history['accuracy'][e]:.3f} "
        f"val_acc {history.history['val_accuracy'][e]:.3f} val_loss {history.history['val_loss'][e]:.3f}"
    )

test_loss, test_acc = model.evaluate(test_ds, verbose=0)
print(f"best validation accuracy {max(history.history['val_accuracy']):.3f}")
print(f"test accuracy            {test_acc:.3f}")

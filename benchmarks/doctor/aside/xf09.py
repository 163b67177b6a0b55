# Noisy digits, tf.data pipeline
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)
BATCH = 64

images, labels = load_digits(return_X_y=True)
images = (images / 16.0 + np.random.normal(0, 0.4, images.shape)).astype("float32").reshape(-1, 8, 8, 1)
x, x_test, y, y_test = train_test_split(images, labels, test_size=500, stratify=labels, random_state=7)

# the first fifth for validation, the rest for training
n_val = len(x) // 5
full = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(len(x))
val_ds = full.take(n_val).batch(BATCH)
train_ds = full.skip(n_val).shuffle(1024).batch(BATCH).prefetch(tf.data.AUTOTUNE)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(BATCH)

model = keras.Sequential([
    keras.Input((8, 8, 1)),
    keras.layers.Conv2D(32, 3, activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dense(128, activation="relu"),
    keras.layers.Dense(10),
])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
history = model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=0)

for e in range(0, 10, 2):
    print(f"epoch {e + 1:2d}: train {history.history['accuracy'][e]:.3f}  val {history.history['val_accuracy'][e]:.3f}")
_, val_acc = model.evaluate(val_ds, verbose=0)
_, test_acc = model.evaluate(test_ds, verbose=0)
print(f"validation accuracy {val_acc:.3f}   test accuracy {test_acc:.3f}")

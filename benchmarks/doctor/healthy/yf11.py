import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split
from tensorflow import keras

tf.random.set_seed(2)
np.random.seed(2)
keras.utils.set_random_seed(2)

BATCH_SIZE = 32
AUTOTUNE = tf.data.AUTOTUNE


def make_dataset(images, labels, training):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    if training:
        ds = ds.shuffle(1000)
    ds = ds.batch(BATCH_SIZE)
    if training:
        ds = ds.map(lambda x, y: (x + tf.random.normal(tf.shape(x), stddev=0.02), y), num_parallel_calls=AUTOTUNE)
    return ds.prefetch(AUTOTUNE)


images, labels = load_digits(return_X_y=True)
images = (images / 16.0).reshape(-1, 8, 8, 1).astype("float32")
x_train, x_test, y_train, y_test = train_test_split(images, labels, test_size=0.25, random_state=2, stratify=labels)

train_ds = make_dataset(x_train, y_train, training=True)
test_ds = make_dataset(x_test, y_test, training=False)

model = keras.Sequential([
    keras.layers.Input((8, 8, 1)),
    keras.layers.Conv2D(24, 3, activation="relu"),
    keras.layers.Conv2D(32, 3, activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(10),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=test_ds, epochs=8, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"evaluate: loss {loss:.3f} accuracy {acc:.3f}")

y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
y_true = np.concatenate([y for _, y in test_ds], axis=0)
print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, digits=3))

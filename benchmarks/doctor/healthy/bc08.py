import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

BATCH = 32
AUTOTUNE = tf.data.AUTOTUNE


def make_ds(images, labels, shuffle=True):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    if shuffle:
        ds = ds.shuffle(len(images))
    return ds.batch(BATCH).prefetch(AUTOTUNE)


def make_model():
    return keras.Sequential([
        keras.Input(shape=(8, 8, 1)),
        layers.Rescaling(1.0 / 16),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Flatten(),
        layers.Dense(64, activation="relu"),
        layers.Dense(10),
    ])


keras.utils.set_random_seed(5)

digits = load_digits()
images = digits.images[..., None].astype("float32")
x_train, x_test, y_train, y_test = train_test_split(
    images, digits.target, test_size=0.25, random_state=5, stratify=digits.target
)

train_ds = make_ds(x_train, y_train)
test_ds = make_ds(x_test, y_test, shuffle=False)

model = make_model()
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=test_ds, epochs=8, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"evaluate: loss {loss:.3f}, accuracy {acc:.3f}")

y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
y_true = np.concatenate([y.numpy() for _, y in test_ds])
print("accuracy from predictions:", np.mean(y_pred == y_true))
print(classification_report(y_true, y_pred))

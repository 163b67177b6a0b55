import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(3)

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int64")
x_train, x_val, y_train, y_val = train_test_split(
    images, labels, test_size=0.2, random_state=3, stratify=labels)
print(x_train.shape, x_val.shape)

BATCH = 64


def augment(image, label):
    image = tf.image.random_brightness(image, 0.1)
    return tf.clip_by_value(image, 0.0, 1.0), label


train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .cache()
    .shuffle(len(x_train))
    .map(augment, num_parallel_calls=tf.data.AUTOTUNE)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = (
    tf.data.Dataset.from_tensor_slices((x_val, y_val))
    .batch(BATCH)
    .prefetch(tf.data.AUTOTUNE)
)

model = keras.Sequential([
    layers.Input((8, 8, 1)),
    layers.Conv2D(16, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.Flatten(),
    layers.Dense(64, activation="relu"),
    layers.Dense(10, activation="softmax"),
])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])

history = model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=2)
print("best val accuracy:", max(history.history["val_accuracy"]))

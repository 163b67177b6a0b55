import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

keras = tf.keras
AUTOTUNE = tf.data.AUTOTUNE


def to_float(image, label):
    image = tf.cast(image, tf.float32) / 16.0
    return image[..., tf.newaxis], label


def get_dataset(images, labels, batch_size=64):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.map(to_float, num_parallel_calls=AUTOTUNE)
    ds = ds.cache()
    ds = ds.shuffle(len(labels))
    return ds.batch(batch_size).prefetch(AUTOTUNE)


def conv_block(x, filters):
    x = keras.layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = keras.layers.BatchNormalization(momentum=0.9)(x)
    return keras.layers.Activation("relu")(x)


def get_model():
    inputs = keras.Input((8, 8, 1))
    x = conv_block(inputs, 16)
    x = conv_block(x, 32)
    x = keras.layers.GlobalAveragePooling2D()(x)
    x = keras.layers.Dense(64, activation="relu")(x)
    outputs = keras.layers.Dense(10, activation="softmax")(x)
    return keras.Model(inputs, outputs)


def main():
    keras.utils.set_random_seed(0)
    data = load_digits()
    x_train, x_test, y_train, y_test = train_test_split(
        data.images, data.target, test_size=0.25, stratify=data.target, random_state=0
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x_train, y_train, test_size=0.2, stratify=y_train, random_state=0
    )

    train_ds = get_dataset(x_train, y_train)
    val_ds = get_dataset(x_val, y_val)
    test_ds = get_dataset(x_test, y_test)

    model = get_model()
    model.compile(
        optimizer=keras.optimizers.Adam(3e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    model.fit(train_ds, validation_data=val_ds, epochs=20, verbose=2)

    # report per class
    probs = model.predict(test_ds, verbose=0)
    y_pred = probs.argmax(axis=1)
    y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

    print(confusion_matrix(y_true, y_pred))
    print(classification_report(y_true, y_pred, digits=3, zero_division=0))


if __name__ == "__main__":
    main()

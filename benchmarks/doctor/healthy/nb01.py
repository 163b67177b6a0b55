"""Small convolutional net for the 8x8 digits. Train / validation / test are split by class."""
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(17)


def load():
    digits = load_digits()
    images = (digits.images / 16.0).astype("float32")[..., None]   # pixels are 0..16
    labels = digits.target.astype("int64")
    x_rest, x_test, y_rest, y_test = train_test_split(
        images, labels, test_size=0.2, stratify=labels, random_state=1)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=2)
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def conv_block(x, filters):
    # no bias: the batch norm right behind has its own shift
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    return layers.ReLU()(x)


def build():
    inputs = keras.Input((8, 8, 1))
    # shifts only: a mirrored or upside-down digit is another digit (or none)
    x = layers.RandomTranslation(0.1, 0.1, fill_mode="constant", fill_value=0.0)(inputs)
    x = conv_block(x, 16)
    x = conv_block(x, 16)
    x = layers.MaxPooling2D()(x)
    x = conv_block(x, 32)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dropout(0.2)(x)
    outputs = layers.Dense(10)(x)
    return keras.Model(inputs, outputs)


def confusion(y_true, y_pred, n):
    table = np.zeros((n, n), dtype=int)
    np.add.at(table, (y_true, y_pred), 1)
    return table


(train_x, train_y), (val_x, val_y), (test_x, test_y) = load()
model = build()
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
history = model.fit(
    train_x, train_y, batch_size=64, epochs=40, verbose=2,
    validation_data=(val_x, val_y),
    callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=8, restore_best_weights=True)],
)
print("best epoch:", int(np.argmin(history.history["val_loss"])) + 1)

pred = model.predict(test_x, verbose=0).argmax(axis=-1)
table = confusion(test_y, pred, 10)
recall = np.diag(table) / table.sum(axis=1)
print(table)
print("recall per digit:", recall.round(3))
print(f"test accuracy {np.mean(pred == test_y):.3f}, "
      f"most frequent digit {np.bincount(test_y).max() / len(test_y):.3f}")

import argparse
import os
import tempfile

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

AUTOTUNE = tf.data.AUTOTUNE


def parse_args():
    p = argparse.ArgumentParser(description="small CNN on 8x8 digits")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=7)
    return p.parse_args()


def preprocess(image, label):
    return tf.cast(image, tf.float32)[..., tf.newaxis] / 16.0, label


def get_datasets(batch_size, seed):
    digits = load_digits()
    x_tr, x_te, y_tr, y_te = train_test_split(digits.images, digits.target, test_size=300, random_state=seed)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=300, random_state=seed)

    def pipeline(x, y, training=False):
        ds = tf.data.Dataset.from_tensor_slices((x, y)).map(preprocess, num_parallel_calls=AUTOTUNE).cache()
        if training:
            ds = ds.shuffle(len(x), seed=seed)
        return ds.batch(batch_size).prefetch(AUTOTUNE)

    return pipeline(x_tr, y_tr, training=True), pipeline(x_va, y_va), pipeline(x_te, y_te)


def build_model():
    inputs = keras.Input(shape=(8, 8, 1))
    x = layers.RandomTranslation(0.1, 0.1, fill_mode="constant")(inputs)   # active in training only
    for filters in (16, 32):
        x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = layers.BatchNormalization(momentum=0.9)(x)
        x = layers.ReLU()(x)
        x = layers.MaxPooling2D()(x)
    x = layers.Flatten()(x)
    x = layers.Dropout(0.2)(x)
    return keras.Model(inputs, layers.Dense(10)(x), name="tiny_cnn")       # logits


def main():
    args = parse_args()
    keras.utils.set_random_seed(args.seed)
    train_ds, val_ds, test_ds = get_datasets(args.batch_size, args.seed)
    model = build_model()
    model.compile(
        optimizer=keras.optimizers.Adam(args.lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "best.keras")
        history = model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2, callbacks=[
            keras.callbacks.ModelCheckpoint(path, monitor="val_acc", mode="max", save_best_only=True),
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2, min_lr=1e-5),
        ])
        best = keras.models.load_model(path)
    print("best epoch:", int(np.argmax(history.history["val_acc"])) + 1)
    print("test:", best.evaluate(test_ds, verbose=0, return_dict=True))


if __name__ == "__main__":
    main()

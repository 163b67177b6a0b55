# Small conv net on 8x8 digits, Keras 3, augmentation inside the model (only active while fitting).
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedShuffleSplit

BATCH, EPOCHS, OUT = 48, 25, "out/qc14"


def split(y, fraction, seed):
    a, b = next(StratifiedShuffleSplit(1, test_size=fraction, random_state=seed).split(np.zeros(len(y)), y))
    return a, b


def pipeline(x, y, training=False):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.cache().shuffle(len(y), reshuffle_each_iteration=True)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def conv_bn(x, filters, strides=1):
    x = layers.Conv2D(filters, 3, strides=strides, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)  # few steps per epoch, so a quick average
    return layers.Activation("relu")(x)


def build(steps):
    inputs = keras.Input((8, 8, 1))
    x = layers.Rescaling(1 / 16)(inputs)
    # shifts of less than a pixel each way; no flips, a mirrored 2 is not a 2
    x = layers.RandomTranslation(0.1, 0.1, fill_mode="constant", fill_value=0.0)(x)
    x = conv_bn(x, 24)
    x = conv_bn(x, 48, strides=2)
    x = conv_bn(x, 48)
    x = layers.Flatten()(x)
    x = layers.Dropout(0.4)(x)
    model = keras.Model(inputs, layers.Dense(10)(x), name="digits")
    warmup = steps // 10
    model.compile(
        optimizer=keras.optimizers.AdamW(
            keras.optimizers.schedules.CosineDecay(
                initial_learning_rate=0.0, decay_steps=steps - warmup, warmup_target=3e-3, warmup_steps=warmup
            ),
            weight_decay=1e-3,
        ),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    return model


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(8)
    digits = load_digits()
    x = digits.images[..., None].astype("float32")
    y = digits.target.astype("int64")

    rest, test = split(y, 0.25, seed=8)
    inner, val = split(y[rest], 0.2, seed=9)
    train, val = rest[inner], rest[val]  # positions in `rest` -> positions in the whole set
    assert len(set(train) | set(val) | set(test)) == len(y)

    train_ds = pipeline(x[train], y[train], training=True)
    val_ds = pipeline(x[val], y[val])
    test_ds = pipeline(x[test], y[test])

    model = build(steps=EPOCHS * len(train_ds))
    path = os.path.join(OUT, "best.keras")
    model.fit(
        train_ds,
        validation_data=val_ds,
        epochs=EPOCHS,
        verbose=2,
        callbacks=[keras.callbacks.ModelCheckpoint(path, monitor="val_loss", mode="min", save_best_only=True)],
    )

    best = keras.models.load_model(path)
    report = best.evaluate(test_ds, verbose=0, return_dict=True)
    print(f"test loss {report['loss']:.4f}, test accuracy {report['acc']:.4f} (chance about 0.1)")

    # the worst confusions, for the curious
    guess = best.predict(test_ds, verbose=0).argmax(axis=1)
    wrong = [(int(t), int(g)) for t, g in zip(y[test], guess) if t != g]
    print("true -> guessed:", ", ".join(f"{t}->{g}" for t, g in sorted(wrong)) or "none wrong")


if __name__ == "__main__":
    main()

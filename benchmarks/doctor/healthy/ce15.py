"""Breast-cancer classifier: logits all the way, endless training stream, best checkpoint kept."""
import math
import os

import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

OUT = "out/ce15"
BATCH = 32
EPOCHS = 30
SEED = 8


def arrays():
    x, y = load_breast_cancer(return_X_y=True)
    x = x.astype("float32")
    y = y.astype("float32")[:, None]
    x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, test_size=0.4, stratify=y, random_state=SEED)
    x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=SEED)
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def train_stream(x, y):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    return ds.shuffle(len(x), seed=SEED).repeat().batch(BATCH).prefetch(tf.data.AUTOTUNE)


def eval_ds(x, y):
    return tf.data.Dataset.from_tensor_slices((x, y)).batch(128)


def build(x_train):
    norm = layers.Normalization(name="norm")
    norm.adapt(x_train)
    inputs = keras.Input((x_train.shape[1],))
    h = norm(inputs)
    h = layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4))(h)
    h = layers.Dropout(0.2)(h)
    logit = layers.Dense(1, name="logit")(h)
    return keras.Model(inputs, logit)


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(SEED)
    train, val, test = arrays()
    steps = math.ceil(len(train[0]) / BATCH)

    model = build(train[0])
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[
            # the output is a logit: probability 0.5 is logit 0
            keras.metrics.BinaryAccuracy(threshold=0.0, name="acc"),
            keras.metrics.AUC(from_logits=True, name="auc"),
        ],
    )
    best = os.path.join(OUT, "best.keras")
    model.fit(
        train_stream(*train),
        steps_per_epoch=steps,
        epochs=EPOCHS,
        validation_data=eval_ds(*val),
        callbacks=[
            keras.callbacks.ModelCheckpoint(best, monitor="val_loss", mode="min", save_best_only=True),
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=5, min_lr=1e-5),
        ],
        verbose=2,
    )

    chosen = keras.models.load_model(best)
    print("test:", chosen.evaluate(eval_ds(*test), verbose=0, return_dict=True))
    prob = keras.ops.sigmoid(chosen.predict(test[0][:5], verbose=0))
    print("first probabilities:", keras.ops.convert_to_numpy(prob)[:, 0].round(3))


if __name__ == "__main__":
    main()

import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
from sklearn.datasets import load_wine

keras = tf.keras
keras.utils.set_random_seed(123)

VAL_FRACTION = 0.2


def get_data():
    wine = load_wine()
    x = wine.data.astype("float32")
    y = keras.utils.to_categorical(wine.target, num_classes=3)
    return x, y


def build(x_fit):
    scale = keras.layers.Normalization(axis=-1)
    scale.adapt(x_fit)
    inputs = keras.Input(shape=(x_fit.shape[1],))
    h = scale(inputs)
    h = keras.layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4))(h)
    h = keras.layers.Dropout(0.2)(h)
    h = keras.layers.Dense(16, activation="relu")(h)
    outputs = keras.layers.Dense(3, activation="softmax")(h)
    model = keras.Model(inputs, outputs)
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


def main():
    x, y = get_data()
    # the scaler may only see the rows that fit() trains on
    n_fit = int(len(x) * (1 - VAL_FRACTION))
    model = build(x[:n_fit])
    history = model.fit(
        x,
        y,
        batch_size=16,
        epochs=60,
        validation_split=VAL_FRACTION,
        shuffle=True,
        verbose=0,
    )
    h = history.history
    for e in range(9, 60, 10):
        print(
            f"epoch {e + 1:2d}  loss {h['loss'][e]:.3f}  acc {h['accuracy'][e]:.3f}  "
            f"val_loss {h['val_loss'][e]:.3f}  val_acc {h['val_accuracy'][e]:.3f}"
        )
    print("final validation accuracy:", round(h["val_accuracy"][-1], 4))


if __name__ == "__main__":
    main()

# small convnet on the 8x8 digits
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 0
EPOCHS = 12
BATCH = 64


def get_data():
    d = load_digits()
    x = (d.images / 16.0).astype("float32")[..., None]
    y = d.target
    x_tr, x_te, y_tr, y_te = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=SEED
    )
    x_tr, x_va, y_tr, y_va = train_test_split(
        x_tr, y_tr, test_size=0.15, stratify=y_tr, random_state=SEED
    )
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def build_model():
    inp = keras.Input((8, 8, 1))
    h = layers.Conv2D(16, 3, padding="same", activation="relu")(inp)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = layers.Flatten()(h)
    h = layers.Dense(64, activation="relu")(h)
    out = layers.Dense(10)(h)
    return keras.Model(inp, out, name="digits_cnn")


def main():
    keras.utils.set_random_seed(SEED)
    train, val, test = get_data()
    model = build_model()
    model.compile(
        optimizer="adam",
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(*train, validation_data=val, epochs=EPOCHS, batch_size=BATCH, verbose=2)

    loss, acc = model.evaluate(*test, verbose=0)
    print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
    pred = np.argmax(model.predict(test[0], verbose=0), axis=-1)
    print("predicted class counts:", np.bincount(pred, minlength=10))


if __name__ == "__main__":
    main()

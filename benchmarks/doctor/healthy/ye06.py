import argparse

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split


def load_data(test_size, seed):
    digits = load_digits()
    images = (digits.images / 16.0).astype("float32")[..., np.newaxis]
    labels = digits.target.astype("int32")
    return train_test_split(images, labels, test_size=test_size, random_state=seed, stratify=labels)


def build_model(num_classes, lr):
    model = keras.Sequential(
        [
            layers.Input(shape=(8, 8, 1)),
            layers.Conv2D(16, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dropout(0.2),
            layers.Dense(num_classes, activation="softmax"),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()

    keras.utils.set_random_seed(args.seed)
    x_train, x_test, y_train, y_test = load_data(0.25, args.seed)
    print("train", x_train.shape, y_train.shape, "test", x_test.shape, y_test.shape)

    model = build_model(num_classes=10, lr=args.lr)
    model.summary()
    model.fit(
        x_train,
        y_train,
        validation_split=0.1,
        epochs=args.epochs,
        batch_size=args.batch_size,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True)],
        verbose=2,
    )

    loss, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"test loss {loss:.4f}  test accuracy {acc:.4f}")
    print(confusion_matrix(y_test, model.predict(x_test, verbose=0).argmax(axis=1)))


if __name__ == "__main__":
    main()

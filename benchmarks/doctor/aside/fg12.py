import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
from keras import layers
from sklearn.datasets import load_wine
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def get_args():
    ap = argparse.ArgumentParser(description="wine cultivars with a dense net")
    ap.add_argument("--units", type=int, default=24)
    ap.add_argument("--epochs", type=int, default=40)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--seed", type=int, default=8)
    return ap.parse_args()


def load(seed):
    wine = load_wine()
    x, x_test, y, y_test = train_test_split(
        wine.data, wine.target, test_size=0.25, stratify=wine.target, random_state=seed
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=seed
    )
    scaler = StandardScaler()
    x_train = scaler.fit_transform(x_train)
    x_val = scaler.transform(x_val)
    return (x_train, y_train), (x_val, y_val), (x_test, y_test), list(wine.target_names)


def make_model(n_in, n_out, units, lr):
    inp = keras.Input(shape=(n_in,))
    x = layers.Dense(units, activation="relu", kernel_regularizer=keras.regularizers.l2(1e-4))(inp)
    x = layers.Dropout(0.2)(x)
    x = layers.Dense(units // 2, activation="relu")(x)
    out = layers.Dense(n_out, activation="softmax")(x)
    model = keras.Model(inp, out)
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    return model


def main():
    args = get_args()
    keras.utils.set_random_seed(args.seed)
    train, val, test, names = load(args.seed)
    model = make_model(train[0].shape[1], len(names), args.units, args.lr)
    hist = model.fit(
        *train,
        validation_data=val,
        epochs=args.epochs,
        batch_size=16,
        verbose=0,
    )
    print(f"train acc {hist.history['accuracy'][-1]:.3f}")
    print(f"val   acc {hist.history['val_accuracy'][-1]:.3f}")

    loss, acc = model.evaluate(*test, verbose=0)
    print(f"test  acc {acc:.3f}  (loss {loss:.2f})")
    pred = model.predict(test[0], verbose=0).argmax(axis=1)
    print(classification_report(test[1], pred, target_names=names, zero_division=0))


if __name__ == "__main__":
    main()

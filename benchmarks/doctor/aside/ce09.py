"""Breast-cancer data, AdamW with cosine decay of the learning rate."""
import argparse
import math

import keras
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--batch-size", type=int, default=8)
    p.add_argument("--lr", type=float, default=5e-4)
    p.add_argument("--weight-decay", type=float, default=1e-4)
    p.add_argument("--seed", type=int, default=17)
    return p.parse_args()


def data(seed):
    x, y = load_breast_cancer(return_X_y=True)
    x_tr, x_tmp, y_tr, y_tmp = train_test_split(x, y, test_size=0.4, stratify=y, random_state=seed)
    x_va, x_te, y_va, y_te = train_test_split(x_tmp, y_tmp, test_size=0.5, stratify=y_tmp, random_state=seed)
    sc = StandardScaler().fit(x_tr)
    return (sc.transform(x_tr), y_tr), (sc.transform(x_va), y_va), (sc.transform(x_te), y_te)


class LrPrinter(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if epoch % 5 == 0:
            lr = float(self.model.optimizer.learning_rate)
            print(f"epoch {epoch:3d}  lr {lr:.2e}  loss {logs['loss']:.4f}  val_loss {logs['val_loss']:.4f}")


def main():
    args = parse()
    keras.utils.set_random_seed(args.seed)
    train, val, test = data(args.seed)
    steps_per_epoch = math.ceil(len(train[1]) / args.batch_size)
    print("steps per epoch:", steps_per_epoch)

    schedule = keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=args.lr,
        decay_steps=args.epochs,
    )
    model = keras.Sequential(
        [
            keras.Input((train[0].shape[1],)),
            layers.Dense(16, activation="relu"),
            layers.Dense(16, activation="relu"),
            layers.Dense(1),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.AdamW(schedule, weight_decay=args.weight_decay),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],
    )
    model.fit(
        *train,
        validation_data=val,
        epochs=args.epochs,
        batch_size=args.batch_size,
        callbacks=[LrPrinter()],
        verbose=0,
    )
    print("test:", model.evaluate(*test, verbose=0, return_dict=True))


if __name__ == "__main__":
    main()

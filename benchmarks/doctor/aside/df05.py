"""Breast cancer classifier; warm-up for the first epochs, cosine afterwards."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


class Config:
    epochs = 20
    warmup_epochs = 3
    batch_size = 32
    peak_lr = 2e-3
    seed = 11
    out = "out/df05"


def load(cfg):
    x, y = load_breast_cancer(return_X_y=True)
    x_tr, x_va, y_tr, y_va = train_test_split(
        x, y, test_size=0.25, stratify=y, random_state=cfg.seed
    )
    scaler = StandardScaler().fit(x_tr)
    return (
        scaler.transform(x_tr).astype("float32"),
        scaler.transform(x_va).astype("float32"),
        y_tr.astype("float32"),
        y_va.astype("float32"),
    )


def build(cfg, n_features, steps_per_epoch):
    model = keras.Sequential(
        [
            keras.Input((n_features,)),
            layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
            layers.Dropout(0.2),
            layers.Dense(16, activation="relu"),
            layers.Dense(1, activation="sigmoid"),
        ]
    )
    decay = keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=cfg.peak_lr,
        decay_steps=cfg.epochs * steps_per_epoch,
        alpha=0.01,
    )
    model.compile(
        optimizer=keras.optimizers.AdamW(learning_rate=decay, weight_decay=1e-4),
        loss="binary_crossentropy",
        metrics=["accuracy", keras.metrics.AUC(name="auc")],
    )
    return model


def main(cfg=Config):
    os.makedirs(cfg.out, exist_ok=True)
    keras.utils.set_random_seed(cfg.seed)
    x_tr, x_va, y_tr, y_va = load(cfg)
    steps = int(np.ceil(len(x_tr) / cfg.batch_size))
    model = build(cfg, x_tr.shape[1], steps)

    def warmup(epoch, lr):
        if epoch < cfg.warmup_epochs:
            return float(cfg.peak_lr * (epoch + 1) / cfg.warmup_epochs)
        return float(lr)

    callbacks = [
        keras.callbacks.LearningRateScheduler(warmup, verbose=1),
        keras.callbacks.EarlyStopping(
            monitor="val_auc", mode="max", patience=6, restore_best_weights=True
        ),
        keras.callbacks.CSVLogger(f"{cfg.out}/log.csv"),
    ]
    model.fit(
        x_tr, y_tr,
        validation_data=(x_va, y_va),
        epochs=cfg.epochs,
        batch_size=cfg.batch_size,
        callbacks=callbacks,
        verbose=2,
    )
    print(model.evaluate(x_va, y_va, verbose=0, return_dict=True))
    model.save(f"{cfg.out}/model.keras")


if __name__ == "__main__":
    main()

# Rare-event competition (metric: F1). Keras MLP, 4 folds, F1 as a custom metric.
import numpy as np
import keras
from keras import layers, ops
from sklearn.datasets import make_classification
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import RobustScaler

SEED = 31
FOLDS = 4
EPOCHS = 20
BATCH = 32


def f1(y_true, y_pred):
    y_true = ops.cast(y_true, "float32")
    y_hat = ops.cast(y_pred > 0.5, "float32")
    tp = ops.sum(y_true * y_hat)
    fp = ops.sum((1 - y_true) * y_hat)
    fn = ops.sum(y_true * (1 - y_hat))
    return 2 * tp / (2 * tp + fp + fn + keras.config.epsilon())


def dense_block(x, units, rate):
    x = layers.Dense(units, use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    x = layers.Activation("swish")(x)
    return layers.Dropout(rate)(x)


def build_model(n_features, prior):
    inputs = keras.Input(shape=(n_features,))
    x = dense_block(inputs, 64, 0.2)
    x = dense_block(x, 32, 0.1)
    # start from the base rate
    bias = keras.initializers.Constant(float(np.log(prior / (1 - prior))))
    outputs = layers.Dense(1, activation="sigmoid", bias_initializer=bias)(x)
    return keras.Model(inputs, outputs)


def main():
    X, y = make_classification(
        n_samples=6000, n_features=24, n_informative=10, n_redundant=4, n_clusters_per_class=2,
        weights=[0.965], class_sep=1.6, flip_y=0.002, random_state=SEED)
    X = X.astype("float32")
    y = y.astype("float32").reshape(-1, 1)
    print(f"positives: {y.mean():.2%}")

    scores = []
    for fold, (trn, val) in enumerate(StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(X, y[:, 0])):
        keras.utils.set_random_seed(SEED + fold)
        scaler = RobustScaler().fit(X[trn])
        model = build_model(X.shape[1], y[trn].mean())
        steps = EPOCHS * int(np.ceil(len(trn) / BATCH))
        model.compile(
            optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(2e-3, steps)),
            loss="binary_crossentropy",
            metrics=[f1],
        )
        hist = model.fit(
            scaler.transform(X[trn]), y[trn],
            validation_data=(scaler.transform(X[val]), y[val]),
            epochs=EPOCHS,
            batch_size=BATCH,
            verbose=0,
        )
        scores.append(hist.history["val_f1"][-1])
        print(f"fold {fold}: loss {hist.history['val_loss'][-1]:.4f}  f1 {scores[-1]:.4f}")

    print(f"CV f1 {np.mean(scores):.4f} +- {np.std(scores):.4f}")


if __name__ == "__main__":
    main()

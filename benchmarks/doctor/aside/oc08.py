"""5-fold cross validation of a small network on the wine data, own training loop."""
import numpy as np
import tensorflow as tf
import keras
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

N_SPLITS = 5
EPOCHS = 15
BATCH_SIZE = 16
LR = 5e-3

keras.utils.set_random_seed(123)

loss_object = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def build_model(n_features, n_classes):
    return keras.Sequential(
        [
            keras.Input((n_features,)),
            keras.layers.Dense(24, activation="tanh"),
            keras.layers.Dense(n_classes),
        ]
    )


def train_epoch(model, optimizer, dataset):
    total, n = 0.0, 0
    for x, y in dataset:
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = loss_object(y, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        total += float(loss) * len(x)
        n += len(x)
    return total / n


def accuracy(model, x, y):
    return float(np.mean(np.argmax(model(x, training=False), axis=-1) == y))


def main():
    X, y = load_wine(return_X_y=True)
    X = X.astype("float32")
    folds = StratifiedKFold(n_splits=N_SPLITS, shuffle=True, random_state=123)

    optimizer = keras.optimizers.Adam(LR)
    scores = []
    for fold, (tr, te) in enumerate(folds.split(X, y), 1):
        scaler = StandardScaler().fit(X[tr])
        x_tr, x_te = scaler.transform(X[tr]), scaler.transform(X[te])
        ds = tf.data.Dataset.from_tensor_slices((x_tr, y[tr])).shuffle(200).batch(BATCH_SIZE)

        model = build_model(X.shape[1], 3)
        for epoch in range(EPOCHS):
            loss = train_epoch(model, optimizer, ds)
        scores.append(accuracy(model, x_te, y[te]))
        print(f"fold {fold}: last loss {loss:.4f}  accuracy {scores[-1]:.4f}")

    print(f"mean accuracy {np.mean(scores):.4f} +/- {np.std(scores):.4f}")


if __name__ == "__main__":
    main()

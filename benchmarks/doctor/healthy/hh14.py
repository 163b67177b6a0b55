"""Multi-label tagging with sigmoid outputs and one threshold per label."""
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split

LABELS = ["sport", "money", "music", "travel", "food"]


def make_data(seed):
    X, Y = make_multilabel_classification(
        n_samples=4000, n_features=40, n_classes=len(LABELS), n_labels=2,
        length=60, random_state=seed)
    return X.astype("float32"), Y.astype("float32")


def make_model(train_rows):
    norm = layers.Normalization()
    norm.adapt(train_rows)
    inputs = keras.Input((train_rows.shape[1],))
    h = norm(inputs)
    h = layers.Dense(64, activation="relu")(h)
    h = layers.Dropout(0.3)(h)
    outputs = layers.Dense(len(LABELS), activation="sigmoid")(h)
    model = keras.Model(inputs, outputs)
    model.compile(
        optimizer=keras.optimizers.AdamW(2e-3),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.BinaryAccuracy(name="bin_acc"),
                 keras.metrics.AUC(multi_label=True, num_labels=len(LABELS), name="auc")],
    )
    return model


def choose_thresholds(truth, prob):
    grid = np.linspace(0.1, 0.9, 33)
    best = []
    for j in range(truth.shape[1]):
        scores = [f1_score(truth[:, j], prob[:, j] >= t, zero_division=0) for t in grid]
        best.append(grid[int(np.argmax(scores))])
    return np.array(best)


def main(seed=14):
    keras.utils.set_random_seed(seed)
    X, Y = make_data(seed)
    X_dev, X_test, Y_dev, Y_test = train_test_split(X, Y, test_size=0.2, random_state=seed)
    X_train, X_val, Y_train, Y_val = train_test_split(X_dev, Y_dev, test_size=0.25, random_state=seed)

    model = make_model(X_train)
    stop = keras.callbacks.EarlyStopping(
        monitor="val_auc", mode="max", patience=4, restore_best_weights=True)
    model.fit(X_train, Y_train, validation_data=(X_val, Y_val),
              epochs=25, batch_size=64, callbacks=[stop], verbose=2)

    cuts = choose_thresholds(Y_val, model.predict(X_val, verbose=0))
    for name, cut in zip(LABELS, cuts):
        print(f"{name:8s} threshold {cut:.3f}")

    prob = model.predict(X_test, verbose=0)
    truth = Y_test.astype(int)
    for title, pred in (("0.5 everywhere", prob >= 0.5), ("own thresholds", prob >= cuts)):
        pred = pred.astype(int)
        print(f"{title}: micro F1 {f1_score(truth, pred, average='micro'):.3f}, "
              f"macro F1 {f1_score(truth, pred, average='macro'):.3f}")


if __name__ == "__main__":
    main()

"""Keras 3: malignant or benign? Threshold is set on validation rows, the report is on test rows."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(11)


def get_data():
    x, y = load_breast_cancer(return_X_y=True)
    y = 1 - y  # in sklearn 0 is malignant; here malignant is the positive class
    x = x.astype("float32")
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=11)
    x_tr, x_va, y_tr, y_va = train_test_split(
        x_tr, y_tr, test_size=0.25, stratify=y_tr, random_state=11)
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def make_model(x_train):
    norm = keras.layers.Normalization(axis=-1)
    norm.adapt(x_train)
    inputs = keras.Input(shape=(x_train.shape[1],))
    h = norm(inputs)
    h = keras.layers.Dense(32, activation="relu")(h)
    h = keras.layers.Dropout(0.2)(h)
    logits = keras.layers.Dense(1)(h)
    model = keras.Model(inputs, logits)
    model.compile(
        optimizer=keras.optimizers.Adam(3e-3),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
    )
    return model


def probabilities(model, x):
    z = model.predict(x, verbose=0).ravel().astype("float64")
    return 1.0 / (1.0 + np.exp(-np.clip(z, -50, 50)))


def main():
    (x_tr, y_tr), (x_va, y_va), (x_te, y_te) = get_data()
    model = make_model(x_tr)
    stop = keras.callbacks.EarlyStopping(
        monitor="val_loss", mode="min", patience=8, restore_best_weights=True)
    history = model.fit(x_tr, y_tr.astype("float32"), validation_data=(x_va, y_va.astype("float32")),
                        epochs=80, batch_size=32, callbacks=[stop], verbose=0)
    print("epochs run:", len(history.history["loss"]), "best val loss:", min(history.history["val_loss"]))

    p_va, p_te = probabilities(model, x_va), probabilities(model, x_te)
    grid = np.linspace(0.05, 0.95, 37)
    scores = [balanced_accuracy_score(y_va, (p_va >= t).astype(int)) for t in grid]
    threshold = grid[int(np.argmax(scores))]
    print(f"threshold {threshold:.3f} (validation balanced accuracy {max(scores):.3f})")
    print(f"test AUC {roc_auc_score(y_te, p_te):.4f}")
    print(f"test balanced accuracy {balanced_accuracy_score(y_te, (p_te >= threshold).astype(int)):.4f}")
    os.makedirs("out/wb03", exist_ok=True)
    model.save("out/wb03/model.keras")


if __name__ == "__main__":
    main()

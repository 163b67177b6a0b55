"""Wisconsin breast cancer, 5 folds in Keras. The five fold models vote on a part that no fold ever saw."""
import keras
import numpy as np
from keras import layers, regularizers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score, log_loss, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler


def make_model(n_features, seed):
    keras.utils.set_random_seed(seed)
    model = keras.Sequential([
        keras.Input((n_features,)),
        layers.Dense(32, activation="relu", kernel_regularizer=regularizers.l2(1e-3)),
        layers.Dropout(0.3),
        layers.Dense(16, activation="relu", kernel_regularizer=regularizers.l2(1e-3)),
        layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy",
                  metrics=[keras.metrics.AUC(name="auc")])
    return model


def main(n_folds=5, epochs=40):
    X, y = load_breast_cancer(return_X_y=True)
    X, X_hold, y, y_hold = train_test_split(X, y, test_size=0.2, stratify=y, random_state=10)

    oof = np.zeros(len(y))
    votes = []
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=10)
    for k, (tr, va) in enumerate(folds.split(X, y)):
        keras.backend.clear_session()
        scaler = StandardScaler().fit(X[tr])
        model = make_model(X.shape[1], seed=10 + k)
        # a fixed number of epochs: the fold's held-out rows score the model and decide nothing
        model.fit(scaler.transform(X[tr]), y[tr], epochs=epochs, batch_size=32, verbose=0)
        oof[va] = model.predict(scaler.transform(X[va]), verbose=0)[:, 0]
        votes.append(model.predict(scaler.transform(X_hold), verbose=0)[:, 0])
        print(f"fold {k + 1}: auc {roc_auc_score(y[va], oof[va]):.4f}, accuracy {accuracy_score(y[va], oof[va] > 0.5):.4f}")

    hold = np.mean(votes, axis=0)
    print(f"out of fold: auc {roc_auc_score(y, oof):.4f}, accuracy {accuracy_score(y, oof > 0.5):.4f}, log loss {log_loss(y, oof):.4f}")
    print(f"held out, mean of {n_folds}: auc {roc_auc_score(y_hold, hold):.4f}, accuracy {accuracy_score(y_hold, hold > 0.5):.4f}, log loss {log_loss(y_hold, hold):.4f}")


if __name__ == "__main__":
    main()

"""Wine: one Keras net a fold, then all folds joined in a single model that is saved for inference."""
import os

import numpy as np
import keras
from keras import layers, regularizers
from sklearn.datasets import load_wine
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import StratifiedKFold, train_test_split

OUT = "out/dc14"
SEED = 5
N_SPLITS = 3
EPOCHS = 25


class WinePipeline:
    def __init__(self, n_features, n_classes):
        self.n_features = n_features
        self.n_classes = n_classes
        self.models = []

    def _net(self, X):
        norm = layers.Normalization()
        norm.adapt(X)
        inputs = keras.Input((self.n_features,), name="chemistry")
        x = norm(inputs)
        x = layers.Dense(24, activation="relu", kernel_regularizer=regularizers.L2(1e-4))(x)
        x = layers.Dropout(0.2)(x)
        outputs = layers.Dense(self.n_classes, activation="softmax")(x)
        model = keras.Model(inputs, outputs, name="wine_net")
        model.compile(
            optimizer=keras.optimizers.Adam(1e-2),
            loss="sparse_categorical_crossentropy",
            metrics=["accuracy"],
        )
        return model

    def cross_validate(self, X, y):
        oof = np.zeros((len(X), self.n_classes), dtype="float32")
        skf = StratifiedKFold(N_SPLITS, shuffle=True, random_state=SEED)
        for k, (trn, val) in enumerate(skf.split(X, y)):
            keras.utils.set_random_seed(SEED * 100 + k)
            net = self._net(X[trn])
            net.fit(X[trn], y[trn], epochs=EPOCHS, batch_size=16, verbose=0)
            oof[val] = net.predict(X[val], verbose=0)
            print(f"fold {k}: accuracy {accuracy_score(y[val], oof[val].argmax(1)):.4f}")
            self.models.append(net)
        return oof

    def ensemble(self):
        inputs = keras.Input((self.n_features,), name="chemistry")
        members = []
        for net in self.models:
            net.trainable = False
            members.append(net(inputs))
        outputs = layers.Average(name="blend")(members)
        return keras.Model(inputs, outputs, name="wine_ensemble")


def main():
    os.makedirs(OUT, exist_ok=True)
    X, y = load_wine(return_X_y=True)
    X = X.astype("float32")
    X_cv, X_test, y_cv, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=SEED)

    pipe = WinePipeline(X.shape[1], 3)
    oof = pipe.cross_validate(X_cv, y_cv)
    print(f"OOF: accuracy {accuracy_score(y_cv, oof.argmax(1)):.4f}  logloss {log_loss(y_cv, oof):.4f}")

    blend = pipe.ensemble()
    blend.save(f"{OUT}/blend.keras")

    again = keras.saving.load_model(f"{OUT}/blend.keras")
    prob = again.predict(X_test, verbose=0)
    print(f"test: accuracy {accuracy_score(y_test, prob.argmax(1)):.4f}  logloss {log_loss(y_test, prob):.4f}")


if __name__ == "__main__":
    main()

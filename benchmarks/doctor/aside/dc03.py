"""Pseudo labelling with Keras: a teacher labels the unlabelled pool, a student learns from both."""
import argparse

import numpy as np
import keras
from keras import layers
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler

ap = argparse.ArgumentParser()
ap.add_argument("--seed", type=int, default=2024)
ap.add_argument("--low", type=float, default=0.1)
ap.add_argument("--high", type=float, default=0.9)
ap.add_argument("--folds", type=int, default=4)
ap.add_argument("--epochs", type=int, default=15)
args = ap.parse_args()

keras.utils.set_random_seed(args.seed)


def get_data():
    X, y = make_classification(n_samples=4600, n_features=20, n_informative=8, n_redundant=4,
                               n_clusters_per_class=3, flip_y=0.12, class_sep=1.0, random_state=args.seed)
    X = X.astype("float32")
    y = y.astype("float32")
    X_lab, X_rest, y_lab, y_rest = train_test_split(X, y, train_size=600, stratify=y, random_state=0)
    # what is left: an unlabelled pool, and the rows of the private leaderboard
    X_pool, X_priv, _, y_priv = train_test_split(X_rest, y_rest, test_size=1000, random_state=0)
    return X_lab, y_lab, X_pool, X_priv, y_priv


def build():
    inp = keras.Input((20,))
    h = layers.Dense(48, activation="relu")(inp)
    h = layers.Dropout(0.2)(h)
    h = layers.Dense(24, activation="relu")(h)
    out = layers.Dense(1, activation="sigmoid")(h)
    model = keras.Model(inp, out)
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="binary_crossentropy")
    return model


def fit(X, y):
    scaler = StandardScaler().fit(X)
    model = build()
    model.fit(scaler.transform(X), y, epochs=args.epochs, batch_size=64, verbose=0)
    return lambda Z: model.predict(scaler.transform(Z), batch_size=512, verbose=0)[:, 0]


def cross_validate(X, y, title):
    oof = np.zeros(len(X))
    members = []
    skf = StratifiedKFold(args.folds, shuffle=True, random_state=args.seed)
    for trn, val in skf.split(X, y):
        predict = fit(X[trn], y[trn])
        oof[val] = predict(X[val])
        members.append(predict)
    print(f"{title}: CV acc {accuracy_score(y, oof > 0.5):.4f}  CV auc {roc_auc_score(y, oof):.4f}  ({len(X)} rows)")
    return members


def blend(members, X):
    return np.mean([m(X) for m in members], axis=0)


X_lab, y_lab, X_pool, X_priv, y_priv = get_data()

# round 1
teachers = cross_validate(X_lab, y_lab, "teacher")

# round 2
p = blend(teachers, X_pool)
sure = (p < args.low) | (p > args.high)
print(f"taking {sure.sum()} of {len(p)} pool rows")
X_all = np.concatenate([X_lab, X_pool[sure]])
y_all = np.concatenate([y_lab, (p[sure] > 0.5).astype("float32")])
students = cross_validate(X_all, y_all, "student")

for name, members in [("teacher", teachers), ("student", students)]:
    q = blend(members, X_priv)
    print(f"{name}: private acc {accuracy_score(y_priv, q > 0.5):.4f}  auc {roc_auc_score(y_priv, q):.4f}")

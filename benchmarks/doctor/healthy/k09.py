# %% [markdown]
# Breast cancer, 5-fold CV, small MLP. Normalization layer is adapted inside every fold.
# %%
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.utils.class_weight import compute_class_weight

keras.utils.set_random_seed(42)
X, y = load_breast_cancer(return_X_y=True)
X = X.astype("float32")

# final test set, touched once
X_cv, X_test, y_cv, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=42)


# %%
def build(train_features):
    norm = layers.Normalization()
    norm.adapt(train_features)
    m = keras.Sequential(
        [
            keras.Input((X.shape[1],)),
            norm,
            layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.l2(1e-4)),
            layers.Dropout(0.3),
            layers.Dense(1, activation="sigmoid"),
        ]
    )
    m.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
    return m


# %%
skf = StratifiedKFold(n_splits=5, shuffle=True, random_state=0)
aucs, test_probs = [], []
for fold, (tr, va) in enumerate(skf.split(X_cv, y_cv)):
    keras.backend.clear_session()
    keras.utils.set_random_seed(100 + fold)
    w = compute_class_weight("balanced", classes=np.array([0, 1]), y=y_cv[tr])
    model = build(X_cv[tr])
    model.fit(
        X_cv[tr], y_cv[tr],
        epochs=15, batch_size=32, verbose=0,
        class_weight={0: w[0], 1: w[1]},
        validation_data=(X_cv[va], y_cv[va]),
    )
    p = model.predict(X_cv[va], verbose=0).ravel()
    aucs.append(roc_auc_score(y_cv[va], p))
    test_probs.append(model.predict(X_test, verbose=0).ravel())
    print(f"fold {fold}: AUC {aucs[-1]:.4f}")

# %%
print(f"CV AUC {np.mean(aucs):.4f} +- {np.std(aucs):.4f}")
ens = np.mean(test_probs, axis=0)
print(f"test AUC of the 5-fold ensemble {roc_auc_score(y_test, ens):.4f}, accuracy {((ens > .5) == y_test).mean():.4f}")

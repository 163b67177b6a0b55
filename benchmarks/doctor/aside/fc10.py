# Rare-fault detector; we care about F1, not accuracy
import os
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(3)
os.makedirs("out/fc10", exist_ok=True)


def f1(y_true, y_pred):
    truth = y_true.numpy().ravel().astype("int32")
    guess = (y_pred.numpy().ravel() > 0.5).astype("int32")
    return f1_score(truth, guess, zero_division=0)


X, y = make_classification(
    n_samples=3000,
    n_features=18,
    n_informative=8,
    weights=[0.85],
    class_sep=1.2,
    random_state=4,
)
X_tr, X_te, y_tr, y_te = train_test_split(
    X, y, test_size=0.2, stratify=y, random_state=4
)
X_tr, X_va, y_tr, y_va = train_test_split(
    X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=4
)
sc = StandardScaler()
X_tr = sc.fit_transform(X_tr)
X_va = sc.transform(X_va)
X_te = sc.transform(X_te)

inp = tf.keras.Input(shape=(18,), name="sensors")
h = tf.keras.layers.Dense(48, activation="relu")(inp)
h = tf.keras.layers.Dropout(0.2)(h)
h = tf.keras.layers.Dense(24, activation="relu")(h)
out = tf.keras.layers.Dense(1, activation="sigmoid", name="fault")(h)
model = tf.keras.Model(inp, out)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy", f1],
)

early = tf.keras.callbacks.EarlyStopping(
    monitor="val_loss", patience=4, restore_best_weights=True
)
model.fit(
    X_tr,
    y_tr,
    validation_data=(X_va, y_va),
    epochs=30,
    batch_size=64,
    callbacks=[early],
    verbose=2,
)

p = model.predict(X_te, verbose=0).ravel()
print("test F1: %.3f" % f1_score(y_te, p > 0.5))
model.save("out/fc10/fault.keras")

# Card fraud toy: 5 % positives, Keras, weighted classes
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers
from sklearn.metrics import average_precision_score, confusion_matrix, f1_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(8)


def transactions(n=6000, rate=0.05, seed=8):
    g = np.random.default_rng(seed)
    label = (g.random(n) < rate).astype("float32")
    amount = g.lognormal(3.0 + 0.9 * label, 0.8)
    hour = (g.normal(14, 5, n) + 6 * label) % 24
    distance = g.exponential(5 + 15 * label)
    noise = g.normal(size=(n, 4))
    feats = np.column_stack([np.log1p(amount), hour, np.log1p(distance), noise])
    return feats.astype("float32"), label


def class_weights(labels):
    """Weights so that both classes pull equally hard."""
    values, counts = np.unique(labels, return_counts=True)
    share = counts / counts.sum()
    return {int(v): float(len(values) * s) for v, s in zip(values, share)}


X, y = transactions()
X_fit, X_test, y_fit, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=1)
X_train, X_val, y_train, y_val = train_test_split(X_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=1)

norm = layers.Normalization()
norm.adapt(X_train)

model = keras.Sequential([
    keras.Input(shape=(X.shape[1],)),
    norm,
    layers.Dense(32, activation="relu"),
    layers.Dense(16, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[
        keras.metrics.AUC(curve="PR", name="auprc"),
        keras.metrics.Precision(name="precision"),
        keras.metrics.Recall(name="recall"),
    ],
)

weights = class_weights(y_train)
print("class weights:", weights)

model.fit(
    X_train, y_train,
    validation_data=(X_val, y_val),
    epochs=30, batch_size=128,
    class_weight=weights,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_auprc", mode="max", patience=6, restore_best_weights=True)],
    verbose=2,
)

prob = model.predict(X_test, verbose=0).ravel()
pred = (prob > 0.5).astype(int)
print(confusion_matrix(y_test.astype(int), pred))
print("F1 of the frauds      %.3f" % f1_score(y_test, pred, zero_division=0))
print("average precision     %.3f" % average_precision_score(y_test, prob))

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(4)
os.makedirs("out/fh05", exist_ok=True)

wine = load_wine()
X, y = wine.data.astype("float32"), wine.target.astype("int32")

X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=36, stratify=y, random_state=0)
X_fit, X_val, y_fit, y_val = train_test_split(X_dev, y_dev, test_size=30, stratify=y_dev, random_state=0)

norm = layers.Normalization()
norm.adapt(X_fit)  # mean and variance of the rows that are fitted, and of no others

model = keras.Sequential([
    keras.Input((X.shape[1],)),
    norm,
    layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
    layers.Dropout(0.2),
    layers.Dense(16, activation="relu"),
    layers.Dense(3, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",  # on probabilities: the last layer is a softmax
    metrics=["accuracy"],
)

counts = np.bincount(y_fit)
weights = {c: len(y_fit) / (len(counts) * n) for c, n in enumerate(counts)}
print("class weights", weights)

history = model.fit(
    X_fit, y_fit,
    validation_data=(X_val, y_val),
    epochs=120,
    batch_size=16,
    class_weight=weights,
    verbose=0,
    callbacks=[
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=15, restore_best_weights=True),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=5, min_lr=1e-4),
        keras.callbacks.CSVLogger("out/fh05/log.csv"),
    ],
)

print("epochs run:", len(history.epoch), " best val loss:", min(history.history["val_loss"]))
loss, acc = model.evaluate(X_test, y_test, verbose=0)
print(f"test: loss {loss:.4f}, accuracy {acc:.4f} on {len(y_test)} bottles")
model.save("out/fh05/wine.keras")

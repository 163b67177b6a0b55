# Tumour screening model, small MLP on the Wisconsin data
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

OUT = "out/fc01"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(7)

data = load_breast_cancer()
X_tmp, X_test, y_tmp, y_test = train_test_split(
    data.data, data.target, test_size=0.2, stratify=data.target, random_state=1
)
X_train, X_val, y_train, y_val = train_test_split(
    X_tmp, y_tmp, test_size=0.2, stratify=y_tmp, random_state=2
)

scaler = StandardScaler()
X_train = scaler.fit_transform(X_train).astype("float32")
X_val = scaler.transform(X_val).astype("float32")
X_test = scaler.transform(X_test).astype("float32")

model = keras.Sequential(
    [
        layers.Input(shape=(X_train.shape[1],)),
        layers.Dense(32, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(16, activation="relu"),
        layers.Dense(1, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy"],
)
model.summary()

history = model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=30,
    batch_size=32,
    verbose=2,
)

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print(f"test loss {loss:.4f}  test accuracy {acc:.4f}")

probs = model.predict(X_test, verbose=0).ravel()
pred = (probs > 0.5).astype(int)
print("predicted benign:", int(pred.sum()), "of", len(pred))
print("really benign:   ", int(np.sum(y_test)), "of", len(y_test))
model.save(os.path.join(OUT, "tumour.keras"))

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

import keras
from keras.layers import Dense, Dropout, Input, Normalization

keras.utils.set_random_seed(99)

data = load_breast_cancer()
X = data.data.astype("float32")
y = data.target.astype("float32")  # 0 malignant, 1 benign

X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, random_state=3, stratify=y)
X_train, X_val, y_train, y_val = train_test_split(
    X_rest, y_rest, test_size=0.2, random_state=3, stratify=y_rest
)

# scale inside of the model, statistics of the training rows
scale = Normalization()
scale.adapt(X_train)

model = keras.Sequential()
model.add(Input(shape=(X.shape[1],)))
model.add(scale)
model.add(Dense(32, activation="relu"))
model.add(Dropout(0.2))
model.add(Dense(16, activation="relu"))
model.add(Dense(1, activation="softmax"))

model.compile(
    loss="binary_crossentropy",
    optimizer=keras.optimizers.Adam(learning_rate=1e-3),
    metrics=["accuracy"],
)

stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=60,
    batch_size=16,
    callbacks=[stop],
    verbose=2,
)

prob = model.predict(X_test, verbose=0)[:, 0]
pred = (prob > 0.5).astype(int)
print("predicted benign:", int(pred.sum()), "of", len(pred))
print("accuracy:", np.mean(pred == y_test))
print(
    classification_report(
        y_test.astype(int), pred, target_names=list(data.target_names), zero_division=0
    )
)

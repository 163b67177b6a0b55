import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
import keras
from keras import layers

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

digits = load_digits()
X = (digits.images / 16.0).astype("float32")[..., None]
y = digits.target
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=500, random_state=11, stratify=y)
X_train, X_val, y_train, y_val = train_test_split(X_train, y_train, test_size=300, random_state=11)

# the training labels come from volunteers, roughly a third of them are wrong
noisy = rng.random(len(y_train)) < 0.33
y_train = np.where(noisy, rng.integers(0, 10, len(y_train)), y_train)

inp = keras.Input((8, 8, 1))
x = layers.Conv2D(32, 3, padding="same", activation="relu")(inp)
x = layers.MaxPooling2D()(x)
x = layers.Flatten()(x)
x = layers.Dense(256, activation="relu")(x)
x = layers.Dense(128, activation="relu")(x)
out = layers.Dense(10, activation="softmax")(x)
model = keras.Model(inp, out)

model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

stop = keras.callbacks.EarlyStopping(
    monitor="val_accuracy",
    mode="max",
    patience=6,
    restore_best_weights=True,
)

history = model.fit(
    X_train, y_train,
    validation_data=(X_val, y_val),
    epochs=50,
    batch_size=32,
    callbacks=[stop],
    verbose=2,
)

val = history.history["val_accuracy"]
print("epochs run:", len(val))
print("best val accuracy %.3f in epoch %d" % (max(val), int(np.argmax(val)) + 1))
print("test accuracy of the final model: %.3f" % model.evaluate(X_test, y_test, verbose=0)[1])

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(42)

X, y = load_digits(return_X_y=True)
X = (X.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=42, stratify=y)
X_train, X_val, y_train, y_val = train_test_split(X_train, y_train, test_size=0.2, random_state=42, stratify=y_train)

y_train_oh = keras.utils.to_categorical(y_train, 10)
y_val_oh = keras.utils.to_categorical(y_val, 10)
y_test_oh = keras.utils.to_categorical(y_test, 10)

model = keras.Sequential([
    keras.Input(shape=(8, 8, 1)),
    layers.RandomTranslation(0.1, 0.1, fill_mode="constant"),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(2),
    layers.Conv2D(64, 3, padding="same", activation="relu"),
    layers.Flatten(),
    layers.Dropout(0.2),
    layers.Dense(10, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.CategoricalCrossentropy(label_smoothing=0.05),
    metrics=["accuracy"],
)
model.summary()

callbacks = [
    keras.callbacks.EarlyStopping(monitor="val_accuracy", mode="max", patience=8, restore_best_weights=True),
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3, verbose=1),
]
history = model.fit(
    X_train, y_train_oh,
    validation_data=(X_val, y_val_oh),
    epochs=30, batch_size=32, callbacks=callbacks, verbose=2,
)
print("best val accuracy", max(history.history["val_accuracy"]))
loss, acc = model.evaluate(X_test, y_test_oh, verbose=0)
print(f"test loss {loss:.4f}  test accuracy {acc:.4f}")

probs = model.predict(X_test[:10], verbose=0)
print("predicted", np.argmax(probs, axis=1))
print("true     ", y_test[:10])

"""Wine cultivars with a Keras Sequential model."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)

data = load_wine()
x_rest, x_test, y_rest, y_test = train_test_split(
    data.data.astype("float32"), data.target, test_size=0.3, stratify=data.target, random_state=1)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=1)

normalizer = layers.Normalization()
normalizer.adapt(x_train)

model = keras.Sequential([
    keras.Input(shape=(x_train.shape[1],)),
    normalizer,
    layers.Dense(32, activation="relu"),
    layers.Dropout(0.3),
    layers.Dense(3, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    x_train, y_train,
    batch_size=16,
    epochs=60,
    validation_data=(x_val, y_val),
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)],
    verbose=0,
)
best = int(np.argmin(history.history["val_loss"]))
print(f"{len(history.epoch)} epochs, best was {best + 1}: val_accuracy {history.history['val_accuracy'][best]:.3f}")

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.3f} accuracy {acc:.3f}")
for i, name in enumerate(data.target_names):
    pred = model.predict(x_test[y_test == i], verbose=0).argmax(axis=1)
    print(f"  {name}: recall {np.mean(pred == i):.2f}")

# %% [markdown]
# ## Digits with Keras 3

# %%
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(0)
print("keras", keras.__version__, "backend", keras.backend.backend())

# %%
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32").reshape(-1, 8, 8, 1)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=0, stratify=y)
X_train, X_val, y_train, y_val = train_test_split(X_train, y_train, test_size=0.2, random_state=0, stratify=y_train)
print(X_train.shape, X_val.shape, X_test.shape)

# %%
model = keras.Sequential(
    [
        keras.Input(shape=(8, 8, 1)),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(2),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(2),
        layers.Flatten(),
        layers.Dropout(0.2),
        layers.Dense(64, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ]
)
model.summary()

# %%
BATCH = 32
EPOCHS = 30
steps_per_epoch = int(np.ceil(len(X_train) / BATCH))

lr_schedule = keras.optimizers.schedules.ExponentialDecay(
    initial_learning_rate=5e-3,
    decay_steps=steps_per_epoch,
    decay_rate=0.95,
)

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=lr_schedule),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

# %%
callbacks = [
    keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2, min_lr=1e-5, verbose=1),
]

history = model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    batch_size=BATCH,
    epochs=EPOCHS,
    callbacks=callbacks,
    verbose=2,
)

# %%
best = int(np.argmin(history.history["val_loss"]))
print("best epoch", best + 1, "val_accuracy", history.history["val_accuracy"][best])

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print(f"test loss {loss:.4f} accuracy {acc:.4f}")
pred = model.predict(X_test, verbose=0).argmax(axis=1)
print(confusion_matrix(y_test, pred))

# %%
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models, callbacks
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(2024)

# %%
images, target = load_digits(return_X_y=True)
images = (images / 16.0).astype("float32").reshape(-1, 8, 8, 1)
x_train, x_rest, y_train, y_rest = train_test_split(images, target, test_size=0.4, stratify=target, random_state=1)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=1)
print(x_train.shape, x_val.shape, x_test.shape)


# %%
class EpochLog(callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(f"{epoch + 1:2d}  loss {logs['loss']:.3f}  val_loss {logs['val_loss']:.3f}  "
              f"val_accuracy {logs['val_accuracy']:.3f}")


model = models.Sequential([
    layers.Input(shape=(8, 8, 1)),
    layers.Conv2D(16, 3, activation="relu"),
    layers.Conv2D(32, 3, activation="relu"),
    layers.Flatten(),
    layers.Dense(64, activation="relu"),
    layers.Dropout(0.3),
    layers.Dense(10, activation="softmax"),
])
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=3e-4),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

# %%
early_stopping = callbacks.EarlyStopping(
    monitor="val_accuracy",
    mode="min",
    patience=4,
    restore_best_weights=True,
    verbose=1,
)
history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=40,
    batch_size=64,
    callbacks=[EpochLog(), early_stopping],
    verbose=0,
)

# %%
print("epochs run:", len(history.history["loss"]))
pred = np.argmax(model.predict(x_test, verbose=0), axis=1)
print(classification_report(y_test, pred, zero_division=0))
print("test accuracy: %.3f" % np.mean(pred == y_test))

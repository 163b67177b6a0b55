# keras: wine cultivars, plain functional model
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(42)

x, y = load_wine(return_X_y=True)
x = x.astype("float32")
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=1)
x_train, x_val, y_train, y_val = train_test_split(x_train, y_train, test_size=0.25, stratify=y_train, random_state=1)

norm = tf.keras.layers.Normalization()
norm.adapt(x_train)  # only the training rows

inputs = tf.keras.Input(shape=(x.shape[1],))
h = norm(inputs)
h = tf.keras.layers.Dense(32, activation="relu")(h)
h = tf.keras.layers.Dropout(0.2)(h)
outputs = tf.keras.layers.Dense(3, activation="softmax")(h)
model = tf.keras.Model(inputs, outputs)

model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.summary()

stop = tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)
hist = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=60, batch_size=16, verbose=2, callbacks=[stop],
)
print("best val loss:", min(hist.history["val_loss"]))

loss, acc = model.evaluate(x_test, y_test, verbose=0)
majority = np.bincount(y_train).argmax()
print(f"test accuracy {acc:.3f} (always the commonest class: {np.mean(y_test == majority):.3f})")

pred = model.predict(x_test, verbose=0).argmax(axis=1)
print(tf.math.confusion_matrix(y_test, pred, num_classes=3).numpy())

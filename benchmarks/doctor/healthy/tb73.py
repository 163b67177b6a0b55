import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Input, Conv2D, MaxPooling2D, Flatten, Dense, Dropout

tf.keras.utils.set_random_seed(3)

d = load_digits()
X = d.images.reshape(-1, 8, 8, 1).astype("float32") / 16
y = d.target
idx = np.random.permutation(len(X))
X, y = X[idx], y[idx]

n_train = 1400
train_data = tf.data.Dataset.from_tensor_slices((X[:n_train], y[:n_train]))
train_data = train_data.shuffle(n_train).batch(32).prefetch(tf.data.AUTOTUNE)
val_data = tf.data.Dataset.from_tensor_slices((X[n_train:], y[n_train:])).batch(32)

model = Sequential([
    Input(shape=(8, 8, 1)),
    Conv2D(32, (3, 3), padding="same", activation="relu"),
    MaxPooling2D((2, 2)),
    Conv2D(32, (3, 3), padding="same", activation="relu"),
    Flatten(),
    Dropout(0.25),
    Dense(64, activation="relu"),
    Dense(10, activation="softmax"),
])

model.compile(loss="sparse_categorical_crossentropy",
              optimizer=tf.keras.optimizers.Adam(1e-3),
              metrics=["accuracy"])

history = model.fit(train_data, validation_data=val_data, epochs=10, verbose=2)
print("best val accuracy", max(history.history["val_accuracy"]))

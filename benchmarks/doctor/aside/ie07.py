import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(42)

# 1. data: 8x8 grey digits, values 0..16
digits = load_digits()
X = digits.images.astype("float32")[..., np.newaxis] / 16.0
y = digits.target.astype("int32")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=42)
X_train, X_val, y_train, y_val = train_test_split(X_train, y_train, test_size=0.2, stratify=y_train, random_state=42)
print("train", X_train.shape, "val", X_val.shape, "test", X_test.shape)

# 2. input pipelines
train_ds = (
    tf.data.Dataset.from_tensor_slices((X_train, y_train))
    .shuffle(len(X_train), seed=42)
    .batch(32)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((X_val, y_val)).batch(256)
test_ds = tf.data.Dataset.from_tensor_slices((X_test, y_test)).batch(256)

# 3. model
model = keras.Sequential(
    [
        keras.Input(shape=(8, 8, 1)),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dropout(0.25),
        layers.Dense(64, activation="relu"),
        layers.Dense(10),
    ]
)
model.summary()

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

# 4. training
history = model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=2)

# 5. test
loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {loss:.4f}, test accuracy {acc:.4f}")
print("classes predicted:", np.unique(model.predict(test_ds, verbose=0).argmax(axis=1)))

"""Small CNN on the 8x8 digits of scikit-learn."""
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)

NUM_CLASSES = 10
EPOCHS = 12
BATCH = 32

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., np.newaxis]
labels = digits.target.astype("int64")
print("images", images.shape, "labels", labels.shape, labels[:10])

x_train, x_test, y_train, y_test = train_test_split(
    images, labels, test_size=0.2, stratify=labels, random_state=1
)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.15, stratify=y_train, random_state=1
)


def build_model():
    inputs = keras.Input(shape=(8, 8, 1))
    x = layers.Conv2D(16, 3, padding="same", activation="relu")(inputs)
    x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = layers.MaxPooling2D()(x)
    x = layers.Flatten()(x)
    x = layers.Dropout(0.25)(x)
    x = layers.Dense(64, activation="relu")(x)
    outputs = layers.Dense(NUM_CLASSES, activation="softmax")(x)
    return keras.Model(inputs, outputs, name="digits_cnn")


model = build_model()
model.summary()
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=EPOCHS,
    batch_size=BATCH,
    verbose=2,
)

test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {test_loss:.4f}  test accuracy {test_acc:.4f}")

pred = model.predict(x_test, verbose=0).argmax(axis=1)
print("first predictions", pred[:15])
print("first labels     ", y_test[:15])

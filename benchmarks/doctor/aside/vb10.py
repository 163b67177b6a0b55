import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)

# digits as 8x8 grey images
data = load_digits()
x = data.images[..., None].astype("float32") / 16.0
y = data.target

x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2, random_state=1, stratify=y)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.15, random_state=1, stratify=y_train
)
print(x_train.shape, x_val.shape, x_test.shape)

num_classes = 10

model = keras.Sequential(
    [
        keras.Input(shape=(8, 8, 1)),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(2),
        layers.Flatten(),
        layers.Dropout(0.3),
        layers.Dense(num_classes, activation="softmax"),
    ]
)
model.summary()

model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    x_train,
    y_train,
    batch_size=32,
    epochs=8,
    validation_data=(x_val, y_val),
    verbose=2,
)

best = max(history.history["val_accuracy"])
print("best validation accuracy:", round(best, 4))

test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {test_loss:.4f}, test accuracy {test_acc:.4f}")

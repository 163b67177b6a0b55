import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(2024)

num_classes = 10
input_shape = (8, 8, 1)

digits = load_digits()
x = digits.images.astype("float32") / 16.0
x = np.expand_dims(x, -1)
y = digits.target

x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2, random_state=0, stratify=y)
print("x_train shape:", x_train.shape)
print("y_train shape:", y_train.shape)
print(x_train.shape[0], "train samples")
print(x_test.shape[0], "test samples")

model = keras.Sequential(
    [
        keras.Input(shape=input_shape),
        layers.Conv2D(16, kernel_size=(3, 3), activation="relu", padding="same"),
        layers.MaxPooling2D(pool_size=(2, 2)),
        layers.Conv2D(32, kernel_size=(3, 3), activation="relu"),
        layers.Flatten(),
        layers.Dropout(0.2),
        layers.Dense(num_classes, activation="softmax"),
    ]
)
model.summary()

model.compile(loss="categorical_crossentropy", optimizer=keras.optimizers.Adam(3e-3), metrics=["accuracy"])
model.fit(x_train, y_train, batch_size=64, epochs=10, validation_split=0.1, verbose=2)

score = model.evaluate(x_test, y_test, verbose=0)
print("Test loss:", score[0])
print("Test accuracy:", score[1])

pred = model.predict(x_test, verbose=0).argmax(axis=1)
print(classification_report(y_test, pred, digits=3))

# CNN homework: is the digit on the picture odd or even?
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)

digits = load_digits()
X = digits.images.astype("float32") / 16.0   # pixels are 0..16
X = X[..., np.newaxis]                        # channel axis
y = (digits.target % 2).astype("float32")     # 1 = odd, 0 = even

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=1)
X_train, X_val, y_train, y_val = train_test_split(X_train, y_train, test_size=0.2, stratify=y_train, random_state=1)
print("train", X_train.shape, "val", X_val.shape, "test", X_test.shape)

model = keras.Sequential()
model.add(layers.Input(shape=(8, 8, 1)))
model.add(layers.Conv2D(32, (3, 3), padding="same", activation="relu"))
model.add(layers.MaxPooling2D((2, 2)))
model.add(layers.Conv2D(64, (3, 3), padding="same", activation="relu"))
model.add(layers.MaxPooling2D((2, 2)))
model.add(layers.Flatten())
model.add(layers.Dense(64, activation="relu"))
model.add(layers.Dropout(0.3))
model.add(layers.Dense(1, activation="sigmoid"))

model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
history = model.fit(X_train, y_train, batch_size=32, epochs=12, validation_data=(X_val, y_val), verbose=2)

score = model.evaluate(X_test, y_test, verbose=0)
print("Test loss:", round(score[0], 4))
print("Test accuracy:", round(score[1], 4))
print("first predictions:", model.predict(X_test[:8], verbose=0).ravel().round(2), "true:", y_test[:8])

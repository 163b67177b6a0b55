import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(0)

X, y = load_wine(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)

scaler = StandardScaler().fit(X_train)
X_train = scaler.transform(X_train)
X_test = scaler.transform(X_test)

print("X:", X_train.shape, "y:", y_train.shape, "classes:", np.unique(y_train))

model = keras.Sequential()
model.add(keras.Input(shape=(X_train.shape[1],)))
model.add(layers.Dense(32, activation="relu"))
model.add(layers.Dropout(0.2))
model.add(layers.Dense(16, activation="relu"))
model.add(layers.Dense(3, activation="softmax"))

model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
model.summary()

model.fit(X_train, y_train, epochs=40, batch_size=8, validation_split=0.1, verbose=0)

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("Test loss: %.3f" % loss)
print("Test accuracy: %.3f" % acc)

pred = model.predict(X_test[:5], verbose=0)
print(pred.argmax(axis=-1), y_test[:5])

import os
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)
os.makedirs("out/bc03", exist_ok=True)

X, y = load_digits(return_X_y=True)
X = X.astype("float32")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=1, stratify=y)

inputs = keras.Input(shape=(64,))
x = layers.Lambda(lambda t: t / 16.0, name="scale")(inputs)   # pixels are 0..16
x = layers.Reshape((8, 8, 1))(x)
x = layers.Conv2D(16, 3, activation="relu")(x)
x = layers.Flatten()(x)
x = layers.Dense(64, activation="relu")(x)
x = layers.Dropout(0.2)(x)
outputs = layers.Dense(10, activation="softmax")(x)
model = keras.Model(inputs, outputs)

model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit(X_train, y_train, validation_split=0.1, epochs=12, batch_size=32, verbose=2)
print("best val accuracy", max(history.history["val_accuracy"]))

model.save("out/bc03/digits.keras")
print("saved, accuracy before reload:", model.evaluate(X_test, y_test, verbose=0)[1])

# what the web service will do
restored = keras.models.load_model("out/bc03/digits.keras")
probs = restored.predict(X_test, verbose=0)
pred = np.argmax(probs, axis=1)
print("accuracy after reload:", (pred == y_test).mean())
for i in range(5):
    print(f"true {y_test[i]}  predicted {pred[i]}  p={probs[i].max():.2f}")

import os

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(3)

MODEL_PATH = "out/bh06/wine_model"
os.makedirs("out/bh06", exist_ok=True)

X, y = load_wine(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(
    X.astype("float32"), y, test_size=0.3, stratify=y, random_state=3
)

normalizer = layers.Normalization()
normalizer.adapt(x_train)

inputs = keras.Input(shape=(x_train.shape[1],))
x = normalizer(inputs)
x = layers.Dense(32, activation="relu")(x)
x = layers.Dropout(0.2)(x)
outputs = layers.Dense(3, activation="softmax")(x)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.summary()

model.fit(x_train, y_train, validation_split=0.1, epochs=30, batch_size=16, verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print("test accuracy:", acc)

# save for the web app
model.save(MODEL_PATH)

restored = keras.models.load_model(MODEL_PATH)
loss, acc = restored.evaluate(x_test, y_test, verbose=0)
print("test accuracy after loading:", acc)
print(np.argmax(restored.predict(x_test[:5], verbose=0), axis=1), y_test[:5])

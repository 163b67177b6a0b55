import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_iris

keras.utils.set_random_seed(1)


def get_data():
    iris = load_iris()
    x = iris.data.astype("float32")
    y = keras.utils.to_categorical(iris.target, num_classes=3)
    return x, y, list(iris.target_names)


def build(n_features, n_classes, train_x):
    norm = layers.Normalization()
    norm.adapt(train_x)
    inputs = keras.Input(shape=(n_features,))
    h = norm(inputs)
    h = layers.Dense(16, activation="relu")(h)
    h = layers.Dense(16, activation="relu")(h)
    outputs = layers.Dense(n_classes, activation="softmax")(h)
    model = keras.Model(inputs, outputs, name="flowers")
    model.compile(
        optimizer=keras.optimizers.Adam(5e-3),
        loss="categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


def show(history, every=5):
    h = history.history
    for i in range(0, len(h["loss"]), every):
        print(
            f"epoch {i + 1:3d}"
            f"  loss {h['loss'][i]:.3f} acc {h['accuracy'][i]:.3f}"
            f"  | val_loss {h['val_loss'][i]:.3f} val_acc {h['val_accuracy'][i]:.3f}"
        )


x, y, names = get_data()
VAL = 0.3
n_train = int(len(x) * (1 - VAL))

model = build(x.shape[1], len(names), x[:n_train])
history = model.fit(
    x,
    y,
    epochs=40,
    batch_size=16,
    shuffle=True,
    validation_split=VAL,
    verbose=0,
)
show(history)

print("val accuracy at the end:", round(history.history["val_accuracy"][-1], 3))

# a flower from the garden
mine = np.array([[5.1, 3.4, 1.5, 0.2]], dtype="float32")
print("mine is a", names[int(model.predict(mine, verbose=0).argmax())])

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(8)


def get_data():
    d = load_digits()
    x = (d.images / 16.0).astype("float32")[..., None]
    source = d.target < 5
    xs, ys = x[source], d.target[source]
    xt, yt = x[~source], d.target[~source] - 5
    return (xs, ys), train_test_split(xt, yt, train_size=200, random_state=8, stratify=yt)


def make_base():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Flatten(),
        layers.Dense(32, activation="relu"),
    ], name="base")


def accuracy(model, x, y):
    return float((model(x, training=False).numpy().argmax(1) == y).mean())


def run_epochs(model, optimizer, ds, epochs, tag, test):
    loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for epoch in range(epochs):
        mean = keras.metrics.Mean()
        for x, y in ds:
            with tf.GradientTape() as tape:
                loss = loss_fn(y, model(x, training=True))
            variables = model.trainable_variables
            optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
            mean.update_state(loss)
        print(f"[{tag}] epoch {epoch + 1} loss {float(mean.result()):.4f} test acc {accuracy(model, *test):.3f}")


(xs, ys), (x_train, x_test, y_train, y_test) = get_data()

base = make_base()
pre = keras.Sequential([base, layers.Dense(5, activation="softmax")])
pre.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
pre.fit(xs, ys, epochs=8, batch_size=32, verbose=0)
print("source accuracy", pre.evaluate(xs, ys, verbose=0)[1])

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(200).batch(20)
model = keras.Sequential([base, layers.Dense(5)])
optimizer = keras.optimizers.Adam(5e-3)

base.trainable = False
print("trainable:", len(model.trainable_variables))
run_epochs(model, optimizer, train_ds, 10, "head", (x_test, y_test))

base.trainable = True
print("trainable:", len(model.trainable_variables))
optimizer = keras.optimizers.Adam(1e-3)
run_epochs(model, optimizer, train_ds, 10, "all", (x_test, y_test))

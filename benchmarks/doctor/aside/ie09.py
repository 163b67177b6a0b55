# Iris with a small Keras network
from sklearn.datasets import load_iris
import keras
from keras import layers

keras.utils.set_random_seed(5)

iris = load_iris()
x = iris.data.astype("float32") / 8.0        # centimetres, largest value is 7.9
y = keras.utils.to_categorical(iris.target, 3)


def build(hidden=16):
    inputs = keras.Input(shape=(4,))
    h = layers.Dense(hidden, activation="relu")(inputs)
    h = layers.Dense(hidden, activation="relu")(h)
    outputs = layers.Dense(3, activation="softmax")(h)
    net = keras.Model(inputs, outputs)
    net.compile(
        optimizer=keras.optimizers.Adam(1e-2),
        loss="categorical_crossentropy",
        metrics=["accuracy"],
    )
    return net


class EveryTen(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 10 == 0:
            print(
                f"epoch {epoch + 1:3d}: loss {logs['loss']:.3f} acc {logs['accuracy']:.3f} "
                f"| val loss {logs['val_loss']:.3f} acc {logs['val_accuracy']:.3f}"
            )


model = build()
hist = model.fit(
    x,
    y,
    batch_size=16,
    epochs=60,
    shuffle=True,
    validation_split=0.2,
    verbose=0,
    callbacks=[EveryTen()],
)
print("final validation accuracy:", round(hist.history["val_accuracy"][-1], 3))

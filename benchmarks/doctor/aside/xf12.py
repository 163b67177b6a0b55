"""CNN for digits with SGD and a decaying learning rate."""
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(12)

X, y = load_digits(return_X_y=True)
X = (X / 16.0).reshape(-1, 8, 8, 1).astype("float32")
x_train, x_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=12)
x_train, x_val, y_train, y_val = train_test_split(x_train, y_train, test_size=0.2, stratify=y_train, random_state=12)

BASE_LR = 0.05
EPOCHS = 20


def build():
    inputs = keras.Input((8, 8, 1))
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(inputs)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(64, 3, padding="same", activation="relu")(h)
    h = layers.GlobalAveragePooling2D()(h)
    return keras.Model(inputs, layers.Dense(10, activation="softmax")(h))


def schedule(epoch, lr):
    """Ten percent less with every epoch."""
    return lr * 0.9 ** epoch


class Printer(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if epoch % 4 == 0:
            lr = float(self.model.optimizer.learning_rate)
            print(f"epoch {epoch:2d} lr {lr:.2e} loss {logs['loss']:.3f} val_acc {logs['val_accuracy']:.3f}")


model = build()
model.compile(
    optimizer=keras.optimizers.SGD(learning_rate=BASE_LR, momentum=0.9, nesterov=True),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=EPOCHS, batch_size=32, verbose=0,
    callbacks=[keras.callbacks.LearningRateScheduler(schedule), Printer()],
)
print("test loss %.3f, test accuracy %.3f" % tuple(model.evaluate(x_test, y_test, verbose=0)))

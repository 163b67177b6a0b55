"""Transfer learning: a network that knows the digits 0-4 learns 5-9 from a handful of pictures."""
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)
x, y = load_digits(return_X_y=True)
x = (x / 16.0).astype("float32").reshape(-1, 8, 8, 1)
old, new = y < 5, y >= 5


def make_base():
    inp = keras.Input((8, 8, 1))
    h = inp
    for filters in (16, 32):
        h = layers.Conv2D(filters, 3, padding="same", use_bias=False)(h)
        h = layers.BatchNormalization()(h)
        h = layers.ReLU()(h)
    h = layers.MaxPooling2D()(h)
    h = layers.Flatten()(h)
    return keras.Model(inp, layers.Dense(64, activation="relu")(h), name="base")


base = make_base()
source = keras.Sequential([base, layers.Dense(5, activation="softmax")])
source.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
xa, xb, ya, yb = train_test_split(x[old], y[old], test_size=0.2, random_state=0, stratify=y[old])
source.fit(xa, ya, epochs=8, batch_size=32, verbose=0)
print("source task", source.evaluate(xb, yb, verbose=0)[1])

# 20 pictures of each new digit for training, the rest for validation and test
xn, yn = x[new], y[new] - 5
x_few, x_rest, y_few, y_rest = train_test_split(xn, yn, train_size=100, random_state=1, stratify=yn)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, train_size=150, random_state=1, stratify=y_rest)

base.trainable = False
inp = keras.Input((8, 8, 1))
h = base(inp, training=False)            # BatchNorm keeps its statistics also later, when unfrozen
h = layers.Dropout(0.2)(h)
out = layers.Dense(5, activation="softmax")(h)
model = keras.Model(inp, out)
model.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_few, y_few, validation_data=(x_val, y_val), epochs=25, batch_size=16, verbose=0)
print("frozen base", model.evaluate(x_test, y_test, verbose=0)[1])

base.trainable = True
model.compile(keras.optimizers.Adam(3e-4), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_few, y_few, validation_data=(x_val, y_val), epochs=25, batch_size=16, verbose=0,
          callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=6, restore_best_weights=True)])
print("fine-tuned", model.evaluate(x_test, y_test, verbose=0)[1], "on", len(y_test), "pictures")

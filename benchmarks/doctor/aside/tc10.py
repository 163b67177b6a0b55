from keras import Model, layers, optimizers, utils
from keras.callbacks import ReduceLROnPlateau
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
import numpy as np

utils.set_random_seed(3)

images = load_digits().images
x_train, x_test = train_test_split(images, test_size=0.2, random_state=3)
x_train, x_val = train_test_split(x_train, test_size=0.1, random_state=3)

x_train = x_train.astype("float32").reshape(len(x_train), -1)
x_val = x_val.astype("float32").reshape(len(x_val), -1)
x_test = x_test.astype("float32").reshape(len(x_test), -1)
print(x_train.shape, x_val.shape, x_test.shape)

encoding_dim = 16

input_img = layers.Input(shape=(64,))
encoded = layers.Dense(48, activation="relu")(input_img)
encoded = layers.Dense(encoding_dim, activation="relu")(encoded)
decoded = layers.Dense(48, activation="relu")(encoded)
decoded = layers.Dense(64, activation="sigmoid")(decoded)

autoencoder = Model(input_img, decoded)
encoder = Model(input_img, encoded)

autoencoder.compile(optimizer=optimizers.Adam(2e-3), loss="binary_crossentropy", metrics=["mae"])
autoencoder.fit(
    x_train, x_train,
    epochs=60,
    batch_size=64,
    shuffle=True,
    validation_data=(x_val, x_val),
    callbacks=[ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=5)],
    verbose=0,
)

for name, x in (("train", x_train), ("val", x_val), ("test", x_test)):
    loss, mae = autoencoder.evaluate(x, x, verbose=0)
    print(f"{name:5s} loss {loss:10.4f}   mae {mae:.4f}")

# how much of the variance of the test images survives the bottleneck
rec = autoencoder.predict(x_test, verbose=0)
print("explained variance:", 1 - np.mean((rec - x_test) ** 2) / np.mean((x_test - x_train.mean(0)) ** 2))
print("mean code:", encoder.predict(x_test, verbose=0).mean(0).round(2))

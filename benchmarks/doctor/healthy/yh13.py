"""Transfer learning in Keras: a convnet learns the digits 0-4, its convolutions are then
used for 5-9 with only a handful of examples, first frozen and then fine-tuned gently."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 8
keras.utils.set_random_seed(SEED)


def split(x, y, train_size, seed=SEED):
    x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, train_size=train_size, stratify=y, random_state=seed)
    x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.6, stratify=y_rest, random_state=seed)
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def conv_base():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(24, 3, padding="same", activation="relu"),
            layers.BatchNormalization(momentum=0.9),
            layers.Conv2D(48, 3, padding="same", activation="relu"),
            layers.BatchNormalization(momentum=0.9),
            layers.MaxPooling2D(),
            layers.Flatten(),
        ],
        name="base",
    )


def classifier(base):
    inputs = keras.Input((8, 8, 1))
    x = base(inputs, training=False) if not base.trainable else base(inputs)
    x = layers.Dropout(0.3)(x)
    return keras.Model(inputs, layers.Dense(5, activation="softmax")(x))


def compile_(model, lr):
    model.compile(keras.optimizers.Adam(lr), loss="sparse_categorical_crossentropy", metrics=["accuracy"])


images, target = load_digits(return_X_y=True)
images = images.reshape(-1, 8, 8, 1).astype("float32") / 16.0
low, high = target < 5, target >= 5
source = split(images[low], target[low], 0.7)
goal = split(images[high], target[high] - 5, 60)      # a dozen pictures of each new digit

# --- source task
base = conv_base()
model = classifier(base)
compile_(model, 1e-3)
model.fit(*source[0], validation_data=source[1], epochs=12, batch_size=32, verbose=0)
print("0-4, test:", round(model.evaluate(*source[2], verbose=0)[1], 4))

# --- new head on the frozen base
base.trainable = False
transfer = classifier(base)
compile_(transfer, 3e-3)
print("trainable arrays with the base frozen:", len(transfer.trainable_weights))
stop = lambda: keras.callbacks.EarlyStopping("val_loss", patience=10, restore_best_weights=True)
transfer.fit(*goal[0], validation_data=goal[1], epochs=60, batch_size=8, verbose=0, callbacks=[stop()])
print("5-9 frozen base, validation:", round(transfer.evaluate(*goal[1], verbose=0)[1], 4))

# --- everything, with a small rate; the base was called with training=False, so its
#     batch statistics stay those of the source task
base.trainable = True
compile_(transfer, 5e-4)
print("trainable arrays now:", len(transfer.trainable_weights))
transfer.fit(*goal[0], validation_data=goal[1], epochs=60, batch_size=8, verbose=0, callbacks=[stop()])
print("5-9 fine-tuned, validation:", round(transfer.evaluate(*goal[1], verbose=0)[1], 4))
print("5-9 fine-tuned, test:", round(transfer.evaluate(*goal[2], verbose=0)[1], 4))

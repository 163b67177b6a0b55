import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

# ---------------------------------------------------------------- settings
SEED = 17
EPOCHS = 30
BATCH_SIZE = 32
PEAK_LR = 2e-3

keras.utils.set_random_seed(SEED)

# -------------------------------------------------------------------- data
X, y = load_digits(return_X_y=True)
X = X.astype("float32") / 16.0
X_train, X_hold, y_train, y_hold = train_test_split(
    X, y, test_size=0.4, random_state=SEED, stratify=y)
X_val, X_test, y_val, y_test = train_test_split(
    X_hold, y_hold, test_size=0.5, random_state=SEED, stratify=y_hold)
print(len(X_train), "train,", len(X_val), "validation,", len(X_test), "test")

# ------------------------------------------------------------------- model
inputs = keras.Input(shape=(64,))
h = layers.Dense(128, activation="relu")(inputs)
h = layers.Dropout(0.3)(h)
h = layers.Dense(64, activation="relu")(h)
outputs = layers.Dense(10)(h)
model = keras.Model(inputs, outputs)

# cosine from the peak to zero over the whole run
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=PEAK_LR,
    decay_steps=EPOCHS,
    alpha=0.0,
)
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=schedule),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

# ---------------------------------------------------------------- training
history = model.fit(
    X_train, y_train,
    validation_data=(X_val, y_val),
    epochs=EPOCHS,
    batch_size=BATCH_SIZE,
    verbose=0,
)
for e in range(0, EPOCHS, 5):
    print("epoch %2d  loss %.3f  val accuracy %.3f" % (
        e + 1, history.history["loss"][e], history.history["val_accuracy"][e]))

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("test accuracy %.3f" % acc)

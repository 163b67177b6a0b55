"""Digits with Keras; the optimizer keeps a moving average of the weights and validation looks at the average."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(31)

digits = load_digits()
x = (digits.images[..., None] / 16.0).astype("float32")
y = digits.target.astype("int32")
order = np.random.default_rng(31).permutation(len(x))
train, val, test = order[:1200], order[1200:1500], order[1500:]


def build():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(24, 3, padding="same", activation="relu"),
        layers.Conv2D(24, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(48, 3, padding="same", activation="relu"),
        layers.Flatten(),
        layers.Dropout(0.3),
        layers.Dense(10),                      # logits
    ])


def by_hand(model, rows):
    logits = model.predict(x[rows], verbose=0)
    guess = logits.argmax(axis=-1)
    confusion = np.zeros((10, 10), dtype=int)
    np.add.at(confusion, (y[rows], guess), 1)
    recall = np.diag(confusion) / confusion.sum(axis=1)
    return confusion.trace() / confusion.sum(), recall.mean(), confusion


model = build()
model.compile(
    optimizer=keras.optimizers.AdamW(
        learning_rate=2e-3, weight_decay=1e-3,
        use_ema=True, ema_momentum=0.98, ema_overwrite_frequency=None),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
print("untrained accuracy %.3f" % by_hand(model, val)[0])

model.fit(
    x[train], y[train], validation_data=(x[val], y[val]),
    epochs=15, batch_size=50,
    callbacks=[keras.callbacks.SwapEMAWeights()],   # val_* come from the averaged weights
    verbose=2,
)
# fit() ends by putting the averaged weights into the model
accuracy, balanced, confusion = by_hand(model, val)
print(f"val   accuracy {accuracy:.4f}  mean recall {balanced:.4f}")
accuracy, balanced, confusion = by_hand(model, test)
print(f"test  accuracy {accuracy:.4f}  mean recall {balanced:.4f}")
print(confusion)

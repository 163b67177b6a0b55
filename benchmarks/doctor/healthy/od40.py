# one picture, two answers: which digit, and how much ink (regression)
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(2)


class TwoTask(keras.Model):
    def __init__(self):
        super().__init__()
        self.conv1 = layers.Conv2D(16, 3, activation="relu", padding="same")
        self.conv2 = layers.Conv2D(32, 3, activation="relu")
        self.flat = layers.Flatten()
        self.drop = layers.Dropout(0.3)
        self.digit = layers.Dense(10, activation="softmax", name="digit")
        self.ink_hidden = layers.Dense(32, activation="relu")
        self.ink = layers.Dense(1, name="ink")

    def call(self, x, training=False):
        h = self.flat(self.conv2(self.conv1(x)))
        return {"digit": self.digit(self.drop(h, training=training)), "ink": self.ink(self.ink_hidden(h))}


data = load_digits()
images = data.images / 16.0
rng = np.random.default_rng(0)
ink = images.sum(axis=(1, 2))
noisy = (images + rng.normal(0, 0.15, images.shape)).astype("float32")[..., None]

tr, te = train_test_split(np.arange(len(ink)), test_size=0.25, random_state=0, stratify=data.target)
tr, va = train_test_split(tr, test_size=0.15, random_state=0, stratify=data.target[tr])
mu, sd = ink[tr].mean(), ink[tr].std()


def targets(idx):
    return {"digit": data.target[idx], "ink": ((ink[idx] - mu) / sd).astype("float32")[:, None]}


model = TwoTask()
model.compile(
    optimizer=keras.optimizers.AdamW(2e-3, weight_decay=1e-4),
    loss={"digit": "sparse_categorical_crossentropy", "ink": "mse"},
    loss_weights={"digit": 1.0, "ink": 0.5},
    metrics={"digit": ["accuracy"], "ink": ["mae"]},
)
model.fit(noisy[tr], targets(tr), validation_data=(noisy[va], targets(va)), epochs=20, batch_size=32, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)])
out = model.predict(noisy[te], verbose=0)
print("digit accuracy", (out["digit"].argmax(-1) == data.target[te]).mean())
print("ink MAE", np.abs(out["ink"][:, 0] * sd + mu - ink[te]).mean(), "| mean as guess", np.abs(mu - ink[te]).mean())

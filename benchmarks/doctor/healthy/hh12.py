import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import math
from pathlib import Path

import keras
import numpy as np
import pandas as pd
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = Path("out/hh12")


class Batches(keras.utils.PyDataset):
    """labels=None gives batches for predict()."""

    def __init__(self, images, labels=None, batch_size=64, training=False, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.images, self.labels = images, labels
        self.batch_size, self.training = batch_size, training
        self.rng = np.random.default_rng(seed)
        self.order = np.arange(len(images))
        if training:
            self.rng.shuffle(self.order)

    def __len__(self):
        return math.ceil(len(self.order) / self.batch_size)

    def __getitem__(self, k):
        rows = self.order[k * self.batch_size:(k + 1) * self.batch_size]
        x = self.images[rows]
        if self.training:
            x = np.clip(x + self.rng.normal(0, 0.05, x.shape), 0, 1).astype("float32")
        if self.labels is None:
            return (x,)
        return x, self.labels[rows]

    def on_epoch_end(self):
        if self.training:
            self.rng.shuffle(self.order)


keras.utils.set_random_seed(6)
digits = load_digits()
images = (digits.images / 16).astype("float32")[..., None]
ids = np.array([f"img_{i:05d}" for i in range(len(images))])

rest, test = train_test_split(np.arange(len(images)), test_size=0.25,
                              stratify=digits.target, random_state=6)
train, val = train_test_split(rest, test_size=0.2,
                              stratify=digits.target[rest], random_state=6)

model = keras.Sequential([
    keras.Input((8, 8, 1)),
    layers.Conv2D(32, 3, padding="same", use_bias=False),
    layers.BatchNormalization(),
    layers.ReLU(),
    layers.MaxPooling2D(),
    layers.Flatten(),
    layers.Dropout(0.3),
    layers.Dense(10),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3),
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
              metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])
model.fit(Batches(images[train], digits.target[train], training=True, seed=6),
          validation_data=Batches(images[val], digits.target[val]),
          epochs=15, verbose=2)

logits = model.predict(Batches(images[test]), verbose=0)
submission = pd.DataFrame({"id": ids[test], "digit": logits.argmax(axis=1)})
assert len(submission) == len(test) and submission["id"].is_unique

OUT.mkdir(parents=True, exist_ok=True)
submission.sort_values("id").to_csv(OUT / "submission.csv", index=False)

# what the organisers do with it: join by id
solution = pd.DataFrame({"id": ids[test], "truth": digits.target[test]})
joined = solution.merge(pd.read_csv(OUT / "submission.csv"), on="id", validate="one_to_one")
print("accuracy of the submission", round((joined.truth == joined.digit).mean(), 4))

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models

tf.keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

ACTIVITIES = ["standing", "walking", "running", "cycling", "stairs"]
STEPS = 64


def record(activity):
    """One window of a three-axis accelerometer."""
    t = np.arange(STEPS) / 16.0
    freq, amp = {"standing": (0.0, 0.0), "walking": (1.2, 1.0), "running": (2.8, 2.2),
                 "cycling": (1.6, 0.5), "stairs": (0.8, 1.5)}[activity]
    freq = freq * rng.uniform(0.9, 1.1)
    phase = rng.uniform(0, 2 * np.pi, 3)
    signal = amp * np.sin(2 * np.pi * freq * t[:, None] + phase)
    return signal + rng.normal(0, 0.25, (STEPS, 3))


X, y = [], []
for label, activity in enumerate(ACTIVITIES):
    for _ in range(200):
        X.append(record(activity))
        y.append(label)
X = np.array(X, dtype="float32")
y = np.array(y)
print(X.shape, y.shape, np.bincount(y))

model = models.Sequential([
    layers.Input(shape=(STEPS, 3)),
    layers.Conv1D(32, 5, activation="relu"),
    layers.MaxPooling1D(2),
    layers.Conv1D(32, 5, activation="relu"),
    layers.GlobalAveragePooling1D(),
    layers.Dense(32, activation="relu"),
    layers.Dense(len(ACTIVITIES), activation="softmax"),
])
model.compile(optimizer="adam",
              loss="sparse_categorical_crossentropy",
              metrics=["accuracy"])

history = model.fit(X, y, validation_split=0.2, epochs=12, batch_size=32,
                    shuffle=True, verbose=2)

for key in ("loss", "val_loss", "accuracy", "val_accuracy"):
    print(key, [round(float(v), 3) for v in history.history[key]])

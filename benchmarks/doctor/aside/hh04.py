import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

ACTIVITIES = ["sit", "walk", "run", "climb", "cycle"]
FREQ = [0.0, 1.5, 3.0, 1.0, 2.2]
AMP = [0.05, 0.8, 1.5, 1.1, 0.6]
SAMPLES, STEPS = 240, 50


def recordings(freq, amp, n):
    """n recordings of a 3-axis accelerometer, 50 steps in 4 seconds"""
    t = np.linspace(0, 4, STEPS)
    phase = rng.uniform(0, 2 * np.pi, size=(n, 1, 3))
    gain = amp * rng.uniform(0.8, 1.2, size=(n, 1, 3))
    wave = gain * np.sin(2 * np.pi * freq * t[None, :, None] + phase)
    return wave + rng.normal(0, 0.2, size=(n, STEPS, 3))


signals, labels = [], []
for k, name in enumerate(ACTIVITIES):
    signals.append(recordings(FREQ[k], AMP[k], SAMPLES))
    labels += [k] * SAMPLES
    print(f"{name}: {SAMPLES} recordings")

X = np.concatenate(signals).astype("float32")
y = np.array(labels)
print(X.shape, y.shape)

inputs = keras.Input((STEPS, 3))
h = layers.Conv1D(24, 7, activation="relu")(inputs)
h = layers.MaxPooling1D(2)(h)
h = layers.Conv1D(32, 5, activation="relu")(h)
h = layers.GlobalAveragePooling1D()(h)
h = layers.Dense(32, activation="relu")(h)
outputs = layers.Dense(len(ACTIVITIES), activation="softmax")(h)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    X, y,
    batch_size=32,
    epochs=15,
    shuffle=True,
    validation_split=0.2,
    verbose=2,
)

print("train accuracy     ", round(history.history["accuracy"][-1], 3))
print("validation accuracy", round(history.history["val_accuracy"][-1], 3))

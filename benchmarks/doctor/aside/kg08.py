# Alarm or no alarm, minute by minute, from long machine logs.
# The type of a machine is sent only once, at the very start of its log, so the LSTM is
# stateful: each log of 200 minutes is cut in 10 pieces of 20 and the state is carried over.
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(2)

MACHINES = 64
PIECES, LENGTH = 10, 20


def logs(seed):
    rng = np.random.default_rng(seed)
    total = PIECES * LENGTH
    kind = rng.integers(0, 2, MACHINES)                  # 0: alarm when high, 1: alarm when low
    value = rng.uniform(-1, 1, (MACHINES, total))
    header = np.zeros((MACHINES, total))
    header[:, 0] = 2 * kind - 1
    alarm = np.where(kind[:, None] == 0, value > 0, value < 0)
    x = np.stack([value, header], axis=-1).astype("float32")
    y = alarm.astype("float32")[..., None]
    # batch k holds piece k of all the machines
    x = x.reshape(MACHINES, PIECES, LENGTH, 2).transpose(1, 0, 2, 3).reshape(-1, LENGTH, 2)
    y = y.reshape(MACHINES, PIECES, LENGTH, 1).transpose(1, 0, 2, 3).reshape(-1, LENGTH, 1)
    return x, y


inputs = keras.Input(batch_shape=(MACHINES, LENGTH, 2))
lstm = layers.LSTM(32, return_sequences=True, stateful=True)
outputs = layers.Dense(1, activation="sigmoid")(lstm(inputs))
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(5e-3, clipnorm=1.0), loss="binary_crossentropy",
              metrics=["accuracy"])


class NewLogs(keras.callbacks.Callback):
    """Every epoch begins at minute 0 again."""

    def on_epoch_begin(self, epoch, logs=None):
        lstm.reset_state()


x_train, y_train = logs(0)
model.fit(x_train, y_train, batch_size=MACHINES, epochs=60, callbacks=[NewLogs()], verbose=0)

for name, seed in (("train", 0), ("new machines", 1)):
    x, y = logs(seed)
    lstm.reset_state()
    p = model.predict(x, batch_size=MACHINES, verbose=0)
    hit = ((p > 0.5) == (y > 0.5)).reshape(PIECES, -1).mean(axis=1)
    print(f"{name:13s} accuracy {hit.mean():.3f}   by piece", hit.round(2))

"""Several inputs: a category (embedding), numbers and a short sequence, functional API."""
import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(15)
rng = np.random.default_rng(15)
N, SHOPS, DAYS = 4000, 12, 14

shop = rng.integers(0, SHOPS, N)
shop_effect = rng.normal(0, 8, SHOPS)[shop]
numbers = rng.normal(size=(N, 3))                       # price, weather, advertising
history = rng.gamma(4.0, 5.0, size=(N, DAYS))           # earlier sales
demand = (0.6 * history[:, -7:].mean(1) + shop_effect - 4 * numbers[:, 0]
          + 3 * np.maximum(numbers[:, 2], 0) + rng.normal(0, 1.0, N))

test_mask = rng.random(N) < 0.2
train_mask = ~test_mask
h_mean, h_std = history[train_mask].mean(), history[train_mask].std()
d_mean, d_std = demand[train_mask].mean(), demand[train_mask].std()


def pack(mask):
    x = {"shop": shop[mask].astype("int32"),
         "numbers": numbers[mask].astype("float32"),
         "history": ((history[mask] - h_mean) / h_std)[..., None].astype("float32")}
    return x, ((demand[mask] - d_mean) / d_std).astype("float32")


x_train, y_train = pack(train_mask)
x_test, y_test = pack(test_mask)

in_shop = keras.Input((), dtype="int32", name="shop")
in_numbers = keras.Input((3,), name="numbers")
in_history = keras.Input((DAYS, 1), name="history")
s = layers.Embedding(SHOPS, 4)(in_shop)
h = layers.GRU(16)(in_history)
h_last = layers.Lambda(lambda t: ops.mean(t[:, -7:, 0], axis=1, keepdims=True), output_shape=(1,))(in_history)
z = layers.Concatenate()([s, in_numbers, h, h_last])
z = layers.Dense(64, activation="relu")(z)
z = layers.Dense(32, activation="relu")(z)
out = layers.Dense(1, name="demand")(z)

model = keras.Model({"shop": in_shop, "numbers": in_numbers, "history": in_history}, out)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss=keras.losses.Huber(), metrics=["mae"])
model.fit(x_train, y_train, epochs=12, batch_size=64, verbose=2,
          callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch, lr: lr if epoch < 6 else lr * 0.7)])

_, mae = model.evaluate(x_test, y_test, verbose=0)
print(f"test MAE {mae * d_std:.2f}, mean of train {np.abs(y_test).mean() * d_std:.2f}, noise {np.sqrt(2 / np.pi):.2f}")

import numpy as np
import tensorflow as tf
import keras
from sklearn.metrics import r2_score


def make_houses(n, seed):
    rng = np.random.default_rng(seed)
    area = rng.uniform(30, 200, n)
    rooms = np.round(area / 30 + rng.normal(0, 0.7, n)).clip(1)
    age = rng.uniform(0, 80, n)
    dist = rng.exponential(6, n)
    price = 2.1 * area + 12 * rooms - 0.9 * age - 4.0 * dist + 0.004 * area ** 2 + rng.normal(0, 10, n)
    x = np.stack([area, rooms, age, dist], axis=1)
    return x.astype("float32"), price.astype("float32")


class Regressor(keras.Model):
    def __init__(self, hidden=32):
        super().__init__()
        self.d1 = keras.layers.Dense(hidden, activation="relu")
        self.d2 = keras.layers.Dense(hidden, activation="relu")
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.d2(self.d1(x)))


class Trainer:
    def __init__(self, model, lr=3e-3):
        self.model = model
        self.optimizer = keras.optimizers.Adam(lr)

    def loss(self, y, pred):
        return tf.reduce_mean(tf.square(y - tf.squeeze(pred, axis=-1)))

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            pred = self.model(x, training=True)
            loss = self.loss(y, pred)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def fit(self, ds, epochs):
        for epoch in range(epochs):
            losses = [self.step(x, y).numpy() for x, y in ds]
            if epoch % 5 == 0 or epoch == epochs - 1:
                print(f"epoch {epoch:3d}  loss {np.mean(losses):.4f}")


keras.utils.set_random_seed(11)
x_train, y_train = make_houses(1200, 0)
x_test, y_test = make_houses(300, 1)

mu, sd = x_train.mean(0), x_train.std(0)
x_train, x_test = (x_train - mu) / sd, (x_test - mu) / sd
y_mu, y_sd = y_train.mean(), y_train.std()

ds = tf.data.Dataset.from_tensor_slices((x_train, (y_train - y_mu) / y_sd)).shuffle(1200).batch(32)

model = Regressor()
model(x_train[:1])
Trainer(model).fit(ds, epochs=30)

pred = model.predict(x_test, verbose=0)[:, 0] * y_sd + y_mu
print("test R2  :", round(r2_score(y_test, pred), 3))
print("test RMSE:", round(float(np.sqrt(np.mean((pred - y_test) ** 2))), 2), " std of targets:", round(float(y_test.std()), 2))
print("range of predictions:", pred.min().round(1), pred.max().round(1))
print("range of targets    :", y_test.min().round(1), y_test.max().round(1))

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow import keras

tf.random.set_seed(3)
np.random.seed(3)

X, y = make_friedman1(n_samples=1500, n_features=10, noise=0.5, random_state=3)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=3)

xs = StandardScaler().fit(X_train)
ys = StandardScaler().fit(y_train.reshape(-1, 1))
X_train = xs.transform(X_train).astype("float32")
X_test = xs.transform(X_test).astype("float32")
y_train_s = ys.transform(y_train.reshape(-1, 1)).astype("float32").ravel()

train_ds = tf.data.Dataset.from_tensor_slices((X_train, y_train_s)).shuffle(1200).batch(32)


class Regressor(keras.Model):
    def __init__(self, hidden=64):
        super().__init__()
        self.d1 = keras.layers.Dense(hidden, activation="relu")
        self.d2 = keras.layers.Dense(hidden, activation="relu")
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.d2(self.d1(x)))


model = Regressor()
optimizer = keras.optimizers.Adam(learning_rate=2e-3)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        y_hat = tf.squeeze(model(x, training=True), axis=-1)
        loss = tf.reduce_mean(tf.square(y - y_hat))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(40):
    losses = []
    for xb, yb in train_ds:
        losses.append(float(train_step(xb, yb)))
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:3d}  mse {np.mean(losses):.4f}")

pred = ys.inverse_transform(model(X_test).numpy().reshape(-1, 1)).ravel()
print("MAE  %.3f" % mean_absolute_error(y_test, pred))
print("R2   %.3f" % r2_score(y_test, pred))
for p, t in zip(pred[:8], y_test[:8]):
    print("pred %7.2f   true %7.2f" % (p, t))

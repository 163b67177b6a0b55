import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.random.set_seed(0)

# %% data
X, y = make_friedman1(n_samples=1000, n_features=8, noise=0.3, random_state=0)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=0)

scaler = StandardScaler()
X_train = scaler.fit_transform(X_train).astype("float32")
X_test = scaler.transform(X_test).astype("float32")
y_mean, y_std = y_train.mean(), y_train.std()
y_train_n = ((y_train - y_mean) / y_std).astype("float32")

train_ds = (
    tf.data.Dataset.from_tensor_slices((X_train, y_train_n))
    .shuffle(1000)
    .batch(32)
    .prefetch(tf.data.AUTOTUNE)
)


# %% model
class Regressor(tf.keras.Model):
    def __init__(self, hidden=64):
        super().__init__()
        self.d1 = tf.keras.layers.Dense(hidden, activation="relu")
        self.d2 = tf.keras.layers.Dense(hidden, activation="relu")
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.d2(self.d1(x)))


model = Regressor()
model(X_train[:2])
optimizer = tf.keras.optimizers.Adam(learning_rate=3e-3)


def mse(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        y_pred = tf.squeeze(model(x), axis=-1)
        loss = mse(y, y_pred)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


# %% training
for epoch in range(1, 41):
    epoch_loss = tf.keras.metrics.Mean()
    for x, t in train_ds:
        epoch_loss(train_step(x, t))
    if epoch % 5 == 0:
        print(f"epoch {epoch:3d}  mse {epoch_loss.result().numpy():.4f}")

# %% evaluation
pred = model(X_test).numpy()[:, 0] * y_std + y_mean
print("R2  :", round(r2_score(y_test, pred), 3))
print("MAE :", round(mean_absolute_error(y_test, pred), 3))
print("predicted:", np.round(pred[:8], 2))
print("true     :", np.round(y_test[:8], 2))

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.metrics import mean_squared_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(2)

X, y = make_friedman1(n_samples=2500, n_features=8, noise=0.5, random_state=2)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, random_state=2)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, random_state=2)

xs, ys = StandardScaler().fit(X_tr), StandardScaler().fit(y_tr.reshape(-1, 1))
scale_y = lambda v: ys.transform(v.reshape(-1, 1)).ravel().astype("float32")
X_tr, X_va, X_te = (xs.transform(a).astype("float32") for a in (X_tr, X_va, X_te))

train_ds = tf.data.Dataset.from_tensor_slices((X_tr, scale_y(y_tr))).shuffle(2000, seed=2).batch(64)
val_ds = tf.data.Dataset.from_tensor_slices((X_va, scale_y(y_va))).batch(64)

model = keras.Sequential([
    keras.Input((8,)),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(1),
])
optimizer = keras.optimizers.Adam(1e-3)


def mse(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred))


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        loss = mse(yb, model(xb, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(30):
    train_loss = keras.metrics.Mean()
    for xb, yb in train_ds:
        train_loss.update_state(train_step(xb, yb))
    val_loss = keras.metrics.Mean()
    for xb, yb in val_ds:
        val_loss.update_state(mse(yb, model(xb, training=False)), sample_weight=len(xb))
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d}  train {float(train_loss.result()):.4f}  val {float(val_loss.result()):.4f}")

y_hat = ys.inverse_transform(model.predict(X_te, verbose=0)).ravel()
print("test R2  :", r2_score(y_te, y_hat))
print("test RMSE:", np.sqrt(mean_squared_error(y_te, y_hat)), " std of y:", y_te.std(), " std of prediction:", y_hat.std())

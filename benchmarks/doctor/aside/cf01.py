"""Disease progression one year on, from ten baseline measurements (sklearn's diabetes table)."""
import numpy as np
import tensorflow as tf
import keras
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(11)

X, y = load_diabetes(return_X_y=True)
X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.25, random_state=11)

x_scaler = StandardScaler().fit(X_train)
y_scaler = StandardScaler().fit(y_train[:, None])


def prepare(X, y):
    return (x_scaler.transform(X).astype("float32"),
            y_scaler.transform(y[:, None]).astype("float32"))


Xt, yt = prepare(X_train, y_train)
Xv, yv = prepare(X_val, y_val)

train_ds = tf.data.Dataset.from_tensor_slices((Xt, yt)).shuffle(len(Xt)).batch(32)

model = keras.Sequential([
    keras.Input(shape=(10,)),
    keras.layers.Dense(32, activation="relu"),
    keras.layers.Dense(1),
])
optimizer = keras.optimizers.Adam(3e-3)
mse = keras.losses.MeanSquaredError()


def train_one_epoch():
    losses = []
    for xb, yb in train_ds:
        with tf.GradientTape() as tape:
            y_hat = model.predict(xb, verbose=0)
            loss = mse(yb, y_hat)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        losses.append(float(loss))
    return np.mean(losses)


def validate():
    y_hat = model.predict(Xv, verbose=0)
    rmse = np.sqrt(np.mean((y_scaler.inverse_transform(y_hat)[:, 0] - y_val) ** 2))
    return rmse


if __name__ == "__main__":
    print("baseline rmse", np.std(y_val))
    for epoch in range(25):
        train_loss = train_one_epoch()
        print(f"epoch {epoch:2d}  train mse {train_loss:.3f}  val rmse {validate():.1f}")

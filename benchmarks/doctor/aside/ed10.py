# diabetes progression, custom training loop in TensorFlow
import tensorflow as tf
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(0)

X, y = load_diabetes(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=0)

x_scaler = StandardScaler().fit(X_train)
y_scaler = StandardScaler().fit(y_train.reshape(-1, 1))


def prepare(features, target):
    f = x_scaler.transform(features).astype("float32")
    t = y_scaler.transform(target.reshape(-1, 1)).astype("float32")
    return f, t


X_train, y_train = prepare(X_train, y_train)
X_test, y_test = prepare(X_test, y_test)

train_ds = tf.data.Dataset.from_tensor_slices((X_train, y_train)).shuffle(len(X_train)).batch(32)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Input(shape=(X_train.shape[1],)),
        tf.keras.layers.Dense(16, activation="relu"),
        tf.keras.layers.Dense(1),
    ]
)
optimizer = tf.keras.optimizers.Adam(learning_rate=3e-3)


def mse(target, guess):
    return tf.reduce_mean(tf.square(target - guess))


def train_step(xb, yb):
    with tf.GradientTape() as tape:
        guess = model.predict(xb, verbose=0)
        loss = mse(yb, guess)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return float(loss)


for epoch in range(1, 21):
    losses = [train_step(xb, yb) for xb, yb in train_ds]
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}: mse {sum(losses) / len(losses):.4f}")

test_guess = model.predict(X_test, verbose=0)
test_mse = float(mse(y_test, test_guess))
print(f"test mse (standardised target): {test_mse:.4f}")
print(f"test rmse in the original unit: {test_mse ** 0.5 * float(y_scaler.scale_[0]):.1f}")

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras = tf.keras
keras.utils.set_random_seed(21)

# ---- data -------------------------------------------------------------
X, Y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_train, X_test, Y_train, Y_test = train_test_split(X, Y, test_size=0.3, random_state=0, stratify=Y)
# few labels: that is the point of the exercise
X_train, X_val, Y_train, Y_val = train_test_split(
    X_train, Y_train, train_size=400, random_state=1, stratify=Y_train
)

train = (
    tf.data.Dataset.from_tensor_slices((X_train, Y_train))
    .shuffle(len(X_train))
    .batch(40, drop_remainder=True)
)
val = tf.data.Dataset.from_tensor_slices((X_val, Y_val)).batch(256)
test = tf.data.Dataset.from_tensor_slices((X_test, Y_test)).batch(256)


# ---- model ------------------------------------------------------------
class RegularizedMLP(keras.Model):
    def __init__(self, width=256, depth=3, rate=0.5, n_out=10):
        super().__init__()
        self.hidden = [keras.layers.Dense(width, use_bias=False) for _ in range(depth)]
        self.norms = [keras.layers.BatchNormalization(momentum=0.9) for _ in range(depth)]
        self.drops = [keras.layers.Dropout(rate) for _ in range(depth)]
        self.out = keras.layers.Dense(n_out)

    def call(self, x, training=None):
        for dense, norm, drop in zip(self.hidden, self.norms, self.drops):
            x = dense(x)
            x = norm(x, training=training)
            x = keras.activations.relu(x)
            x = drop(x, training=training)
        return self.out(x)


model = RegularizedMLP()
model(X_train[:2])
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(1e-3)
optimizer.build(model.trainable_variables)
train_loss = keras.metrics.Mean()
train_acc = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb)
        loss = loss_fn(yb, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)
    train_acc.update_state(yb, logits)


def accuracy(ds):
    m = keras.metrics.SparseCategoricalAccuracy()
    for xb, yb in ds:
        m.update_state(yb, model(xb, training=False))
    return float(m.result())


# ---- loop -------------------------------------------------------------
for epoch in range(40):
    train_loss.reset_state()
    train_acc.reset_state()
    for xb, yb in train:
        train_step(xb, yb)
    if epoch % 5 == 4:
        print(
            f"epoch {epoch + 1:3d}  loss {float(train_loss.result()):.4f}  "
            f"acc {float(train_acc.result()):.4f}  val acc {accuracy(val):.4f}"
        )

print(f"test accuracy {accuracy(test):.4f}")

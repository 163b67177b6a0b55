"""GradientTape loop: own schedule, own early stopping, weights of the best epoch put back."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(33)
d = load_digits()
x = (d.images[..., None] / 16.0).astype("float32")
y = d.target.astype("int64")
x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, test_size=0.4, stratify=y, random_state=33)
x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=33)

BATCH, EPOCHS, PATIENCE = 64, 25, 5
train = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr)).batch(BATCH).prefetch(1)
valid = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(256)
test = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(256)


@keras.saving.register_keras_serializable("dh22")
class WarmThenRoot(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warm):
        super().__init__()
        self.peak, self.warm = peak, warm

    def __call__(self, step):
        s = tf.cast(step, tf.float32) + 1.0
        return self.peak * tf.minimum(s / self.warm, tf.sqrt(self.warm / s))

    def get_config(self):
        return {"peak": self.peak, "warm": self.warm}


net = keras.Sequential([
    keras.Input((8, 8, 1)),
    keras.layers.Conv2D(24, 3, padding="same", use_bias=False),
    keras.layers.BatchNormalization(momentum=0.9),
    keras.layers.ReLU(),
    keras.layers.MaxPooling2D(),
    keras.layers.Flatten(),
    keras.layers.Dropout(0.3),
    keras.layers.Dense(10),
])
optimizer = keras.optimizers.Adam(WarmThenRoot(3e-3, 40.0))
optimizer.build(net.trainable_variables)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mean = keras.metrics.Mean()
val_loss = keras.metrics.Mean()
acc = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def step(xb, yb):
    with tf.GradientTape() as tape:
        loss = loss_fn(yb, net(xb, training=True))
    grads = tape.gradient(loss, net.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    mean.update_state(loss)


def measure(data):
    acc.reset_state()
    val_loss.reset_state()
    for xb, yb in data:
        logits = net(xb, training=False)
        acc.update_state(yb, logits)
        val_loss.update_state(loss_fn(yb, logits), sample_weight=len(yb))
    return float(val_loss.result()), float(acc.result())


best, best_weights, waited = float("inf"), net.get_weights(), 0
for epoch in range(EPOCHS):
    mean.reset_state()
    for xb, yb in train:
        step(xb, yb)
    v, a = measure(valid)
    print(f"epoch {epoch + 1}: train {float(mean.result()):.4f}  valid {v:.4f} / {a:.3f}")
    if v < best:
        best, best_weights, waited = v, net.get_weights(), 0
    else:
        waited += 1
        if waited >= PATIENCE:
            break
net.set_weights(best_weights)
print("test loss %.4f, accuracy %.3f" % measure(test))

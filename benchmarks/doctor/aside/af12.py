import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(0)
X, y = load_digits(return_X_y=True)
X = X.astype("float32") / 16
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, random_state=0, stratify=y)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, random_state=0, stratify=y_rest)

train_ds = tf.data.Dataset.from_tensor_slices((X_train, y_train)).shuffle(2000).batch(64)
val_ds = tf.data.Dataset.from_tensor_slices((X_val, y_val)).batch(64)


class MacroRecall(tf.keras.metrics.Metric):
    def __init__(self, n_classes, name="macro_recall", **kw):
        super().__init__(name=name, **kw)
        self.n_classes = n_classes
        self.hits = self.add_weight(shape=(n_classes,), initializer="zeros", name="hits")
        self.seen = self.add_weight(shape=(n_classes,), initializer="zeros", name="seen")

    def update_state(self, y_true, y_pred, sample_weight=None):
        true = tf.one_hot(tf.cast(y_true, tf.int32), self.n_classes)
        pred = tf.one_hot(tf.argmax(y_pred, -1), self.n_classes)
        self.hits.assign_add(tf.reduce_sum(true * pred, 0))
        self.seen.assign_add(tf.reduce_sum(true, 0))

    def result(self):
        return tf.reduce_mean(tf.math.divide_no_nan(self.hits, self.seen))


model = tf.keras.Sequential([
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(10),
])
optimizer = tf.keras.optimizers.SGD(0.05, momentum=0.9)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_acc = tf.keras.metrics.SparseCategoricalAccuracy()
val_acc = tf.keras.metrics.SparseCategoricalAccuracy()
val_recall = MacroRecall(10)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(grads, model.trainable_weights))
    train_acc.update_state(y, logits)
    return loss


@tf.function
def val_step(x, y):
    logits = model(x, training=False)
    val_acc.update_state(y, logits)
    val_recall.update_state(y, logits)


for epoch in range(10):
    for x, y in train_ds:
        loss = train_step(x, y)
    for x, y in val_ds:
        val_step(x, y)
    print("epoch %d: loss %.4f  train acc %.4f  val acc %.4f  val macro recall %.4f" % (
        epoch, float(loss), float(train_acc.result()), float(val_acc.result()), float(val_recall.result())))

for name, xs, ys in (("train", X_train, y_train), ("val", X_val, y_val), ("test", X_test, y_test)):
    print(name, "accuracy with the trained model:", np.mean(model.predict(xs, verbose=0).argmax(1) == ys))

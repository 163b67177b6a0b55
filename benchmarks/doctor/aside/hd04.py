"""Three noisy classes, effective batch of 32 built from micro batches of 8."""
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

MICRO = 8
ACCUM = 4
EPOCHS = 30

tf.keras.utils.set_random_seed(5)

x, y = make_classification(n_samples=712, n_features=20, n_informative=8, n_redundant=4,
                           n_classes=3, flip_y=0.1, random_state=5)
x_train, x_test, y_train, y_test = train_test_split(
    x, y, test_size=200, stratify=y, random_state=5)
scaler = StandardScaler().fit(x_train)
x_train = scaler.transform(x_train).astype("float32")
x_test = scaler.transform(x_test).astype("float32")
# 512 training rows = 64 micro batches = 16 updates per epoch
ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(len(x_train)).batch(MICRO)

model = tf.keras.Sequential([
    tf.keras.Input((20,)),
    tf.keras.layers.Dense(24, activation="tanh"),
    tf.keras.layers.Dense(3),
])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.SGD(0.1)
optimizer.build(model.trainable_variables)
buffers = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in model.trainable_variables]


@tf.function
def accumulate(xb, yb):
    with tf.GradientTape() as tape:
        loss = loss_fn(yb, model(xb, training=True)) / ACCUM
    grads = tape.gradient(loss, model.trainable_variables)
    for b, g in zip(buffers, grads):
        b.assign_add(g)
    return loss * ACCUM


@tf.function
def apply():
    optimizer.apply_gradients(zip([b.read_value() for b in buffers], model.trainable_variables))


def accuracy(a, b):
    return float(np.mean(np.argmax(model(a, training=False).numpy(), -1) == b))


for epoch in range(EPOCHS):
    total = 0.0
    for i, (xb, yb) in enumerate(ds, start=1):
        total += float(accumulate(xb, yb))
        if i % ACCUM == 0:
            apply()
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1}: loss {total / i:.4f}, train acc {accuracy(x_train, y_train):.3f}")

print(f"test accuracy {accuracy(x_test, y_test):.3f}")

"""Digits CNN with small micro-batches: gradients are collected over ACCUM micro-batches before an update."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

ACCUM = 4
MICRO = 16
EPOCHS = 15

keras.utils.set_random_seed(21)

digits = load_digits()
images = (digits.images[..., None] / 16.0).astype("float32")
x_train, x_val, y_train, y_val = train_test_split(
    images, digits.target.astype("int64"), test_size=300, random_state=21, stratify=digits.target
)


def build():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(16, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dense(10),
        ]
    )


class AccumulatingLoop:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.optimizer.build(model.trainable_variables)
        self.loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.buffers = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in model.trainable_variables]

    @tf.function
    def collect(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.model(x, training=True)) / ACCUM
        grads = tape.gradient(loss, self.model.trainable_variables)
        for buf, g in zip(self.buffers, grads):
            buf.assign_add(g)
        return loss * ACCUM

    @tf.function
    def update(self):
        self.optimizer.apply_gradients(
            [(tf.convert_to_tensor(buf), var) for buf, var in zip(self.buffers, self.model.trainable_variables)]
        )

    def run_epoch(self, batches):
        losses = []
        for i, (x, y) in enumerate(batches, start=1):
            losses.append(float(self.collect(x, y)))
            if i % ACCUM == 0:
                self.update()
        return np.mean(losses)


# 1497 rows -> 93 full micro-batches; keep 92 of them so that every update sees ACCUM
n_micro = len(x_train) // (MICRO * ACCUM) * ACCUM
ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(x_train), seed=21)
    .batch(MICRO, drop_remainder=True)
    .take(n_micro)
    .prefetch(2)
)

net = build()
loop = AccumulatingLoop(net, keras.optimizers.SGD(learning_rate=0.1))
for epoch in range(EPOCHS):
    loss = loop.run_epoch(ds)
    pred = net(x_val, training=False).numpy().argmax(-1)
    print(f"epoch {epoch + 1}: loss {loss:.4f}, val accuracy {np.mean(pred == y_val):.3f}")

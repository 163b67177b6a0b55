import json

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

D_MODEL = 64
MAX_LEN = 40
EPOCHS = 12
BATCH = 16
keras.utils.set_random_seed(11)


def read(split):
    rows = [json.loads(l) for l in open("data/tickets/%s.jsonl" % split)]
    return [r["text"].split() for r in rows], np.array([r["desk_id"] for r in rows], dtype="int32")


train_words, y_train = read("train")
test_words, y_test = read("test")
word_index = {w: i + 2 for i, w in enumerate(sorted({w for t in train_words for w in t}))}


def encode(texts):
    seqs = [[word_index.get(w, 1) for w in t] for t in texts]
    return keras.utils.pad_sequences(seqs, maxlen=MAX_LEN, padding="post", truncating="post")


x_train, x_test = encode(train_words), encode(test_words)
train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(480).batch(BATCH)


class PositionalEmbedding(layers.Layer):
    def build(self, input_shape):
        self.pos = self.add_weight(name="pos", shape=(input_shape[1], input_shape[2]), initializer="random_normal")

    def call(self, x):
        return x + self.pos


class CustomSchedule(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, d_model, warmup_steps=120, factor=0.2):
        super().__init__()
        self.d_model = tf.cast(d_model, tf.float32)
        self.warmup_steps = warmup_steps
        self.factor = factor

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        arg1 = tf.math.rsqrt(step)
        arg2 = step * (self.warmup_steps ** -1.5)
        return self.factor * tf.math.rsqrt(self.d_model) * tf.math.minimum(arg1, arg2)


inp = keras.Input(shape=(MAX_LEN,), dtype="int32")
x = layers.Embedding(len(word_index) + 2, D_MODEL)(inp)
x = PositionalEmbedding()(x)
a = layers.MultiHeadAttention(num_heads=4, key_dim=16)(x, x)
x = layers.LayerNormalization()(x + a)
f = layers.Dense(128, activation="relu")(x)
f = layers.Dense(D_MODEL)(f)
x = layers.LayerNormalization()(x + f)
x = layers.GlobalMaxPooling1D()(x)
model = keras.Model(inp, layers.Dense(4)(x))

loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(CustomSchedule(D_MODEL), beta_1=0.9, beta_2=0.98, epsilon=1e-9)
train_loss = keras.metrics.Mean()
train_acc = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb, training=True)
        loss = loss_fn(yb, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)
    train_acc.update_state(yb, logits)


for epoch in range(EPOCHS):
    train_loss.reset_state()
    train_acc.reset_state()
    for xb, yb in train_ds:
        train_step(xb, yb)
    print("epoch %d  loss %.4f  acc %.3f" % (epoch + 1, float(train_loss.result()), float(train_acc.result())))

pred = np.argmax(model.predict(x_test, verbose=0), axis=-1)
print("test accuracy: %.3f" % np.mean(pred == y_test))

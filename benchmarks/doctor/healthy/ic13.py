"""Next-symbol model: a small decoder trained with a hand written loop."""
import math
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops

OUT = "out/ic13"
VOCAB, LENGTH, SURE = 22, 21, 0.8
BATCH, EPOCHS = 64, 10
FIRST = 2  # ids 0 and 1 name the speaker, symbols start here
N_SYM = VOCAB - FIRST


def speak(n, tables, rng):
    """First position: who speaks. Afterwards: that speaker's habit, or a random symbol."""
    who = rng.integers(0, 2, size=n)
    seq = np.empty((n, LENGTH), dtype="int32")
    seq[:, 0] = who
    seq[:, 1] = FIRST + rng.integers(0, N_SYM, size=n)
    for t in range(2, LENGTH):
        habit = tables[who, seq[:, t - 1] - FIRST]
        chance = rng.integers(0, N_SYM, size=n)
        seq[:, t] = FIRST + np.where(rng.random(n) < SURE, habit, chance)
    return seq


class Block(layers.Layer):
    def __init__(self, dim, heads, rate):
        super().__init__()
        self.norm1 = layers.LayerNormalization(epsilon=1e-6)
        self.att = layers.MultiHeadAttention(heads, dim // heads)
        self.norm2 = layers.LayerNormalization(epsilon=1e-6)
        self.up = layers.Dense(2 * dim, activation="gelu")
        self.down = layers.Dense(dim)
        self.drop = layers.Dropout(rate)

    def call(self, x, training=None):
        h = self.norm1(x)
        x = x + self.drop(self.att(h, h, use_causal_mask=True, training=training), training=training)
        return x + self.drop(self.down(self.up(self.norm2(x))), training=training)


class Decoder(keras.Model):
    def __init__(self, dim=48, heads=4, depth=2, rate=0.05):
        super().__init__()
        self.tok = layers.Embedding(VOCAB, dim)
        self.pos = layers.Embedding(LENGTH, dim)
        self.blocks = [Block(dim, heads, rate) for _ in range(depth)]
        self.norm = layers.LayerNormalization(epsilon=1e-6)
        self.head = layers.Dense(VOCAB)

    def call(self, ids, training=None):
        x = self.tok(ids) + self.pos(ops.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x, training=training)
        return self.head(self.norm(x))


def main():
    keras.utils.set_random_seed(1)
    os.makedirs(OUT, exist_ok=True)
    rng = np.random.default_rng(10)
    tables = np.stack([rng.permutation(N_SYM), rng.permutation(N_SYM)])
    train, val, test = (speak(n, tables, rng) for n in (4000, 500, 500))

    steps_per_epoch = math.ceil(len(train) / BATCH)
    total = steps_per_epoch * EPOCHS
    warmup = total // 10
    rate = keras.optimizers.schedules.CosineDecay(
        0.0, decay_steps=total - warmup, warmup_target=3e-3, warmup_steps=warmup
    )

    model = Decoder()
    model(train[:2, :-1])
    opt = keras.optimizers.AdamW(rate, weight_decay=0.01, clipnorm=1.0)
    opt.build(model.trainable_variables)
    nll = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    running = keras.metrics.Mean()

    @tf.function
    def train_step(seq):
        with tf.GradientTape() as tape:
            loss = nll(seq[:, 1:], model(seq[:, :-1], training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        running.update_state(loss, sample_weight=tf.shape(seq)[0])

    def mean_nll(seqs):
        return float(nll(seqs[:, 1:], model(seqs[:, :-1], training=False)))

    batches = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train)).batch(BATCH).prefetch(1)
    best, path = float("inf"), os.path.join(OUT, "best.weights.h5")
    for epoch in range(EPOCHS):
        running.reset_state()
        for seq in batches:
            train_step(seq)
        now = mean_nll(val)
        if now < best:
            best = now
            model.save_weights(path)
        print(f"epoch {epoch + 1:2d} train {float(running.result()):.3f} val {now:.3f}")

    model.load_weights(path)
    p_top, p_rest = SURE + (1 - SURE) / N_SYM, (1 - SURE) / N_SYM
    h = -p_top * math.log(p_top) - (N_SYM - 1) * p_rest * math.log(p_rest)
    floor = (math.log(N_SYM) + (LENGTH - 2) * h) / (LENGTH - 1)
    print(f"test {mean_nll(test):.3f}, best possible about {floor:.3f}")


if __name__ == "__main__":
    main()

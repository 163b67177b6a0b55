"""CTC: read a strip of noisy glyph columns (3 to 6 glyphs of varying width) into a string of symbols."""
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(6)

SYMBOLS = 6          # labels 0..5, blank is the last index (6)
HEIGHT, MAX_T, MAX_L = 8, 40, 6
glyphs = np.random.default_rng(77).integers(0, 2, (SYMBOLS, HEIGHT)).astype("float32")


def make(n, seed):
    rng = np.random.default_rng(seed)
    x = np.zeros((n, MAX_T, HEIGHT), "float32")
    xlen = np.zeros(n, "int32")
    y = np.zeros((n, MAX_L), "int32")
    ylen = rng.integers(3, MAX_L + 1, n).astype("int32")
    for i in range(n):
        t = 0
        for j in range(ylen[i]):
            k = rng.integers(0, SYMBOLS)
            y[i, j] = k
            w = rng.integers(2, 5)
            x[i, t : t + w] = glyphs[k]
            t += w
            t += rng.integers(1, 3)  # empty columns between glyphs
        xlen[i] = t
        x[i, :t] += rng.normal(0, 0.25, (t, HEIGHT))
    assert xlen.max() <= MAX_T
    return x, xlen, y, ylen


train, val = make(1500, 0), make(300, 1)


class Reader(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.conv = tf.keras.layers.Conv1D(48, 3, padding="same", activation="relu")
        self.rnn = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(48, return_sequences=True))
        self.out = tf.keras.layers.Dense(SYMBOLS + 1)

    def call(self, x, xlen, training=False):
        mask = tf.sequence_mask(xlen, tf.shape(x)[1])
        h = self.conv(x)
        h = self.rnn(h, mask=mask, training=training)
        return self.out(h)


model = Reader()
opt = tf.keras.optimizers.Adam(5e-3, clipnorm=1.0)


def ctc(logits, xlen, y, ylen):
    per_example = tf.nn.ctc_loss(
        labels=y, logits=logits, label_length=ylen, logit_length=xlen, logits_time_major=False, blank_index=SYMBOLS
    )
    return tf.reduce_mean(per_example / tf.cast(ylen, tf.float32))


@tf.function
def train_step(x, xlen, y, ylen):
    with tf.GradientTape() as tape:
        loss = ctc(model(x, xlen, training=True), xlen, y, ylen)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def val_step(x, xlen, y, ylen):
    logits = model(x, xlen, training=False)
    return ctc(logits, xlen, y, ylen), logits


def symbol_error_rate(logits, xlen, y, ylen):
    # greedy decoding wants time-major input and takes the last class as the blank
    (decoded,), _ = tf.nn.ctc_greedy_decoder(tf.transpose(logits, [1, 0, 2]), xlen)
    truth = tf.RaggedTensor.from_tensor(y, lengths=ylen).to_sparse()
    dist = tf.edit_distance(decoded, tf.cast(truth, tf.int64), normalize=False)
    return float(tf.reduce_sum(dist)) / float(ylen.sum())


ds = tf.data.Dataset.from_tensor_slices(train).shuffle(1500, seed=2).batch(50).prefetch(1)
val_ds = tf.data.Dataset.from_tensor_slices(val).batch(50)
for epoch in range(7):
    running = tf.keras.metrics.Mean()
    for batch in ds:
        running.update_state(train_step(*batch))
    parts = [val_step(*b) for b in val_ds]
    vloss = tf.reduce_mean([p[0] for p in parts])  # six batches of the same size
    vlogits = tf.concat([p[1] for p in parts], 0)
    ser = symbol_error_rate(vlogits, val[1], val[2], val[3])
    print(f"epoch {epoch + 1}: ctc/label {float(running.result()):.3f}  val {float(vloss):.3f}  val symbol error rate {ser:.3f}")

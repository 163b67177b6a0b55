"""A tiny decoder-only language model on bracket strings, under MirroredStrategy, ragged input, EMA of the weights.

The strings are well-formed sequences over ( ) [ ] { }.  Reported: bits per token on strings not in training,
and how many sampled strings are well formed.
"""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(40)
PAD, BOS, EOS = 0, 1, 2
PAIRS = [(3, 4), (5, 6), (7, 8)]
V, MAXLEN, DIM = 9, 18, 48
rng = np.random.default_rng(40)


def grow(n_pairs):
    if n_pairs == 0:
        return []
    k = int(rng.integers(0, n_pairs))
    a, b = PAIRS[int(rng.integers(3))]
    return [a] + grow(k) + [b] + grow(n_pairs - 1 - k)


strings = set()
while len(strings) < 3000:
    strings.add(tuple(grow(int(rng.integers(3, 9)))))
strings = [list(s) for s in sorted(strings)]
rng.shuffle(strings)
train_s, val_s = strings[:2600], strings[2600:]

BATCH = 64


def pipeline(seqs, training):
    rag = tf.ragged.constant([[BOS] + s + [EOS] for s in seqs], dtype=tf.int32)
    ds = tf.data.Dataset.from_tensor_slices(rag)
    if training:
        ds = ds.shuffle(len(seqs), reshuffle_each_iteration=True)
    ds = ds.batch(BATCH, drop_remainder=training)

    def split(r):
        t = r.to_tensor(PAD, shape=[None, MAXLEN])
        return t[:, :-1], t[:, 1:]

    return ds.map(split).prefetch(tf.data.AUTOTUNE)


class Block(layers.Layer):
    def __init__(self, dim, heads, drop, **kw):
        super().__init__(**kw)
        self.ln1, self.ln2 = layers.LayerNormalization(), layers.LayerNormalization()
        self.att = layers.MultiHeadAttention(heads, dim // heads, dropout=drop)
        self.ff = keras.Sequential([layers.Dense(3 * dim, activation="gelu"), layers.Dense(dim), layers.Dropout(drop)])

    def build(self, shape):
        self.ln1.build(shape)
        self.ln2.build(shape)
        self.att.build(shape, shape)
        self.ff.build(shape)

    def call(self, x, training=None):
        h = self.ln1(x)
        x = x + self.att(h, h, use_causal_mask=True, training=training)
        return x + self.ff(self.ln2(x), training=training)


def build_lm():
    ids = keras.Input((None,), dtype="int32")
    # padding is only at the right, so with the causal mask no real token can see it
    tok = layers.Embedding(V, DIM)(ids)
    pos = layers.Embedding(MAXLEN, DIM)(layers.Lambda(lambda t: keras.ops.arange(keras.ops.shape(t)[1])[None, :],
                                                      output_shape=(None,))(ids))
    x = tok + pos
    for _ in range(2):
        x = Block(DIM, 4, 0.05)(x)
    return keras.Model(ids, layers.Dense(V)(layers.LayerNormalization()(x)))


def lm_loss(y, logits):
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.cast(y, tf.int32), logits=logits)
    m = tf.cast(tf.not_equal(y, PAD), ce.dtype)
    return tf.reduce_sum(ce * m) / tf.reduce_sum(m)


class BitsPerToken(keras.metrics.Metric):
    def __init__(self, name="bits", **kw):
        super().__init__(name=name, **kw)
        self.s = self.add_weight(name="s", initializer="zeros")
        self.n = self.add_weight(name="n", initializer="zeros")

    def update_state(self, y, logits, sample_weight=None):
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.cast(y, tf.int32), logits=logits) / np.log(2.0)
        m = tf.cast(tf.not_equal(y, PAD), ce.dtype)
        self.s.assign_add(tf.reduce_sum(ce * m))
        self.n.assign_add(tf.reduce_sum(m))

    def result(self):
        return self.s / (self.n + 1e-9)


def well_formed(seq):
    stack, close = [], {b: a for a, b in PAIRS}
    for s in seq:
        if s in close:
            if not stack or stack.pop() != close[s]:
                return False
        else:
            stack.append(s)
    return not stack and len(seq) > 0


def sample(model, n=100, seed=1):
    g = np.random.default_rng(seed)
    cur = np.full((n, 1), BOS, "int32")
    for _ in range(MAXLEN - 1):
        z = model(cur, training=False).numpy()[:, -1] / 0.8
        z[:, [PAD, BOS]] = -np.inf
        cur = np.concatenate([cur, (z + g.gumbel(size=z.shape)).argmax(1)[:, None].astype("int32")], 1)
        if (cur == EOS).any(1).all():
            break
    ok = 0
    for row in cur[:, 1:].tolist():
        ok += EOS in row and well_formed(row[: row.index(EOS)])
    return ok / n


EPOCHS = 8
steps = len(train_s) // BATCH
strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
with strategy.scope():
    lm = build_lm()
    schedule = keras.optimizers.schedules.CosineDecay(
        0.0, decay_steps=EPOCHS * steps, warmup_target=4e-3, warmup_steps=20, alpha=0.02
    )
    opt = keras.optimizers.AdamW(schedule, weight_decay=0.01, global_clipnorm=1.0, use_ema=True, ema_momentum=0.97)
    opt.exclude_from_weight_decay(var_names=["bias", "gamma", "beta"])
    lm.compile(optimizer=opt, loss=lm_loss, metrics=[BitsPerToken()])

val = pipeline(val_s, False)
print("before:", {k: round(v, 3) for k, v in lm.evaluate(val, verbose=0, return_dict=True).items()}, "well formed", sample(lm))
# SwapEMAWeights: validation is run with the averaged weights
lm.fit(pipeline(train_s, True), validation_data=val, epochs=EPOCHS, verbose=2,
       callbacks=[keras.callbacks.SwapEMAWeights(swap_on_epoch=False)])
# at the end of training fit() leaves the EMA weights in the model
print("after: ", {k: round(v, 3) for k, v in lm.evaluate(val, verbose=0, return_dict=True).items()},
      "bits for a uniform guess %.2f," % np.log2(V), "well formed", sample(lm))
